import { ok, type Source } from '@mqdeck/contract'
import type { Services } from '../services.ts'
import type { HandlersOf } from '../handlers-of.ts'
import { integrationMembers, integrationStatistics, orStillUsed } from './members.ts'

export function sourceHandlers(services: Services): HandlersOf<'sources'> {
  const members = integrationMembers('source', services)
  const figures = integrationStatistics('source', services)
  return {
    listSources: () => ok(members.list().map(asSource)),
    listSourceSummaries: members.summaries,
    listSourceTypes: members.types,
    createSource: async ({ body }, call) => ({ status: 201, body: asSource(await members.create(body, call)) }),
    getSource: ({ params }) => ok(asSource(members.get(params.id))),
    updateSource: async ({ params, body }, call) => ok(asSource(await members.update(params.id, body, call))),
    deleteSource: ({ params, query }, call) =>
      orStillUsed(members.remove(params.id, query.also_delete_dep_actions, call)),
    enableSource: ({ params }, call) => members.enable(params.id, params.enable, call),
    startSource: ({ params }) => members.start(params.id),
    startSourceOnNode: ({ params }) => members.startOn(params.node, params.id),
    getSourceMetrics: ({ params }) => figures.read(params.id),
    resetSourceMetrics: ({ params }) => figures.reset(params.id),
    probeSource: ({ body }) => members.probe(body),
  }
}

/** The struct of the type has validated the source, so it has a connector. */
const asSource = (answer: object) => answer as Source
