import { type Action, ok } from '@mqdeck/contract'
import type { Services } from '../services.ts'
import type { HandlersOf } from '../handlers-of.ts'
import { integrationMembers, integrationStatistics, orStillUsed } from './members.ts'

export function actionHandlers(services: Services): HandlersOf<'actions'> {
  const members = integrationMembers('action', services)
  const figures = integrationStatistics('action', services)
  return {
    listActions: () => ok(members.list().map(asAction)),
    listActionSummaries: members.summaries,
    listActionTypes: members.types,
    createAction: async ({ body }, call) => ({ status: 201, body: asAction(await members.create(body, call)) }),
    getAction: ({ params }) => ok(asAction(members.get(params.id))),
    updateAction: async ({ params, body }, call) => ok(asAction(await members.update(params.id, body, call))),
    deleteAction: ({ params, query }, call) =>
      orStillUsed(members.remove(params.id, query.also_delete_dep_actions, call)),
    enableAction: ({ params }, call) => members.enable(params.id, params.enable, call),
    startAction: ({ params }) => members.start(params.id),
    startActionOnNode: ({ params }) => members.startOn(params.node, params.id),
    getActionMetrics: ({ params }) => figures.read(params.id),
    resetActionMetrics: ({ params }) => figures.reset(params.id),
    probeAction: ({ body }) => members.probe(body),
  }
}

/** The struct of the type has validated the action, so it has a connector. */
const asAction = (answer: object) => answer as Action
