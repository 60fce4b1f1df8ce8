import {
  AppError,
  type ExHook,
  type ExHookMetrics,
  exhookServer,
  messageOf,
  noContent,
  ok,
  structKind,
  unmasked,
} from '@mqdeck/contract'
import type { ExHookView } from '@mqdeck/extensions'
import { SettingsError } from '@mqdeck/kit'
import { withFolder } from '../../../broker-config/folder-variables.ts'
import type { RootWire } from '../../../broker-config/roots.ts'
import type { BrokerContext } from '../broker-context.ts'
import { authorOf, type HandlersOf } from '../management.ts'
import { type NodeAnswer, toNodeMetrics } from '../nodes.ts'
import { invalid } from '../root-checks.ts'

import type { ExHookService } from './service.ts'

type Server = RootWire<'exhook'>['servers'][number]

export function exhookHandlers({
  nodes,
  configuration,
  folder,
  exhooks,
  changes,
}: BrokerContext & ExHookService): HandlersOf<'exhooks'> {
  const viewsOf = nodes.operation((names: readonly string[]) => names.map((name) => toView(exhooks.get(name))))
  const toBodies = async (servers: readonly Server[]): Promise<ExHook[]> => {
    const answers = await viewsOf.onAll(servers.map(({ name }) => name))
    return servers.map((server, index) => ({
      ...server,
      ...toState(answers.map(({ node, answer }) => ({ node, answer: answer[index] ?? toView(undefined) }))),
    }))
  }
  const toBody = async (server: Server): Promise<ExHook> => {
    const [body] = await toBodies([server])
    if (!body) throw new Error('one server has one body')
    return body
  }
  const shown = () => configuration.shown('exhook').servers
  const found = (name: string): Server => {
    const server = shown().find((one) => one.name === name)
    if (!server) throw missing()
    return server
  }

  return {
    listExHooks: async () => ok(await toBodies(shown())),
    getExHook: async ({ params: { name } }) => ok(await toBody(found(name))),
    createExHook: async ({ body }, call) => {
      await configuration.change(
        (view) => {
          const { servers } = view.get('exhook')
          if (servers.some(({ name }) => name === body.name)) throw badRequest('Already exists')
          return { exhook: { servers: [...servers, body] } }
        },
        authorOf(call, 'POST /exhooks'),
      )
      return ok(await toBody(found(body.name)))
    },
    updateExHook: async ({ params: { name }, body }, call) => {
      const before = changes()
      await configuration.change(
        (view) => {
          const { servers } = view.get('exhook')
          if (!servers.some((one) => one.name === name)) throw new AppError('NOT_FOUND', 'Server not found')
          if (body.name !== name) throw badRequest(`The body names ${body.name}, but the path names ${name}`)
          return { exhook: { servers: servers.map((one) => (one.name === name ? body : one)) } }
        },
        authorOf(call, `PUT /exhooks/${name}`),
      )
      // As in EMQX, the same settings again load the server again.
      if (before === changes()) await exhooks.reload(name)
      return ok(await toBody(found(name)))
    },
    deleteExHook: async ({ params: { name } }, call) => {
      await configuration.change(
        (view) => {
          const { servers } = view.get('exhook')
          const left = servers.filter((one) => one.name !== name)
          if (left.length === servers.length) throw missing()
          return { exhook: { servers: left } }
        },
        authorOf(call, `DELETE /exhooks/${name}`),
      )
      return noContent
    },
    moveExHook: async ({ params: { name }, body: { position } }, call) => {
      await configuration.change(
        (view) => ({ exhook: { servers: moved(view.get('exhook').servers, name, position) } }),
        authorOf(call, `POST /exhooks/${name}/move`),
      )
      return noContent
    },
    listExHookHooks: async ({ params: { name } }) => {
      const view = shown().some((one) => one.name === name) ? exhooks.get(name) : undefined
      if (!view) throw badRequest('Server not found')
      const answers = await viewsOf.onAll([name])
      return ok(
        view.hooks.map((hook) => ({
          ...toHook(hook),
          ...toNodeMetrics(
            answers.map(({ node, answer: [one] }) => ({
              node,
              answer: one?.hooks.find((other) => other.name === hook.name)?.metrics ?? nothing,
            })),
          ),
        })),
      )
    },
    testExHook: async ({ body }) => {
      const kind = structKind(exhookServer)
      const saved = configuration.get('exhook').servers.find((one) => one.name === body.name)
      const plain = withFolder(kind.toPlain(unmasked(kind, body, saved)), folder)
      try {
        const { version, hooks, took } = await exhooks.test(plain)
        return ok({ version, hooks: hooks.map(toHook), took })
      } catch (error) {
        if (error instanceof SettingsError) throw invalid(`root.${error.field}`, error.message, undefined)
        throw new AppError('TEST_FAILED', messageOf(error))
      }
    },
  }
}

const badRequest = (message: string) => new AppError('BAD_REQUEST', message)
/** EMQX's code for an unknown server, except when it is updated. */
const missing = () => new AppError('BAD_REQUEST', 'Server not found', { status: 404 })

const nothing: ExHookMetrics = { failed: 0, succeed: 0, rate: 0, max_rate: 0, dropped: 0 }

/** State of a server on one node. A server that the node does not know is disconnected. */
const toView = (view: ExHookView | undefined) => {
  const { metrics = nothing, status = 'disconnected' as const, reason, hooks = [] } = view ?? {}
  return { metrics, status, reason, hooks }
}

function toState(answers: readonly NodeAnswer<ReturnType<typeof toView>>[]) {
  return {
    // EMQX's order: this list is the reverse of that of `/hooks`.
    hooks: (answers[0]?.answer.hooks ?? []).map(toHook).toReversed(),
    ...toNodeMetrics(answers.map(({ node, answer }) => ({ node, answer: answer.metrics }))),
    node_status: answers.map(({ node, answer: { status, reason } }) => ({
      node,
      status,
      ...(reason !== undefined && { reason }),
    })),
  }
}

const toHook = ({ name, topics }: { readonly name: string; readonly topics: readonly string[] }) => ({
  name,
  params: name.startsWith('message.') ? { topics: [...topics] } : {},
})

/** @throws {AppError} if one of the servers does not exist, or the position is not one */
function moved(servers: readonly Server[], name: string, position: string): readonly Server[] {
  const server = servers.find((one) => one.name === name)
  if (!server) throw missing()
  const others = servers.filter((one) => one !== server)
  if (position === 'front') return [server, ...others]
  if (position === 'rear') return [...others, server]
  const [, where, neighbor] = /^(before|after):(.+)$/.exec(position) ?? []
  if (where === undefined) throw badRequest('Invalid Position')
  const index = others.findIndex((one) => one.name === neighbor)
  if (index < 0) throw badRequest(`Invalid Position: there is no other server named ${neighbor}`)
  return others.toSpliced(where === 'before' ? index : index + 1, 0, server)
}
