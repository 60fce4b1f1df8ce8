import type { DelayedMessage } from '@mqdeck/broker'
import { AppError, type DelayedMessageRow, noContent, ok } from '@mqdeck/contract'
import { accessModule } from '../access/module.ts'
import { bannedModule } from '../banned/module.ts'
import type { BrokerContext } from '../broker-context.ts'
import { authorOf, type HandlersOf, rootEndpoints, toRfc3339 } from '../management.ts'
import { defineModule } from '../resource-module.ts'
import { autoSubscribeTasks, delayedTasks, rewriteTasks } from './migration.ts'
import { createMessageFeatures, type MessageFeatures, messageFeatureRoots } from './service.ts'

/** Maximum payload size in bytes that EMQX returns. */
const maxPayloadBytes = 1024 * 1024

function mqttFeatureHandlers({
  configuration,
  nodes,
  delayed,
  clock,
}: BrokerContext & Pick<MessageFeatures, 'delayed'>): HandlersOf<'mqttFeatures'> {
  const { shown, update } = configuration
  const retainer = rootEndpoints(configuration, 'retainer', '/mqtt/retainer')
  const delayedSettings = rootEndpoints(configuration, 'delayed', '/mqtt/delayed')
  const rewrite = rootEndpoints(configuration, 'rewrite', '/mqtt/topic_rewrite')
  const toRow = ({ message, dueAt, interval }: DelayedMessage): DelayedMessageRow => ({
    msgid: message.id,
    node: nodes.own,
    topic: message.topic,
    qos: message.qos,
    publish_at: toRfc3339(message.timestamp),
    delayed_interval: interval,
    delayed_remaining: Math.max(0, Math.floor((dueAt - clock.now()) / 1000)),
    expected_at: toRfc3339(dueAt),
    from_clientid: message.from.clientId,
    from_username: message.from.username ?? 'undefined',
  })
  const requireNode = (node: string) => {
    if (!nodes.names.includes(node)) throw new AppError('INVALID_NODE', `Node ${node} does not exist`)
  }
  const requireId = (id: string) => {
    if (!/^[0-9A-F]{32}$/i.test(id))
      throw new AppError('MESSAGE_ID_SCHEMA_ERROR', 'The message ID must have 32 hexadecimal digits')
    return id.toUpperCase()
  }
  const missing = (id: string) => new AppError('MESSAGE_ID_NOT_FOUND', `Message ID ${id} not found`)

  return {
    getRetainer: retainer.get,
    updateRetainer: retainer.update,
    getDelayed: delayedSettings.get,
    updateDelayed: delayedSettings.update,
    listDelayedMessages: ({ query: { page, limit } }) => {
      const start = (page - 1) * limit
      const meta = { count: delayed.count, hasnext: delayed.count > start + limit, limit, page }
      return ok({ data: delayed.list(start, limit).map(toRow), meta })
    },
    getDelayedMessage: ({ params: { node, msgid } }) => {
      requireNode(node)
      const found = delayed.get(requireId(msgid))
      if (!found) throw missing(msgid)
      const { payload } = found.message
      const shownPayload =
        payload.length > maxPayloadBytes ? 'PAYLOAD_TOO_LARGE' : Buffer.from(payload).toString('base64')
      return ok({ ...toRow(found), payload: shownPayload })
    },
    deleteDelayedMessage: async ({ params: { node, msgid } }) => {
      requireNode(node)
      if (!(await delayed.delete(requireId(msgid)))) throw missing(msgid)
      return noContent
    },
    deleteDelayedMessages: async ({ params: { topic } }) => {
      if (topic === '' || /[+#\0]/.test(topic)) throw new AppError('INVALID_TOPIC_NAME', 'The topic name is invalid')
      if ((await delayed.deleteByTopic(topic)) === 0)
        throw new AppError('MESSAGE_NOT_FOUND', `No delayed message for ${topic}`)
      return noContent
    },
    getTopicRewrite: rewrite.get,
    updateTopicRewrite: rewrite.update,
    getAutoSubscribe: () => ok(shown('auto_subscribe').topics),
    updateAutoSubscribe: async ({ body }, call) => {
      await update({ auto_subscribe: { topics: body } }, authorOf(call, 'PUT /mqtt/auto_subscribe'))
      return ok(shown('auto_subscribe').topics)
    },
  }
}

export const mqttFeaturesModule = defineModule({
  name: 'mqtt-features',
  needs: { access: accessModule, bans: bannedModule },
  migration: {
    processing: (source) => [...autoSubscribeTasks(source), ...rewriteTasks(source)],
    accounts: delayedTasks,
  },
  create(context, { access: { authorization }, bans }) {
    const features = createMessageFeatures(context, { bans, authorization })
    return {
      provides: features,
      handlers: mqttFeatureHandlers({ ...context, ...features }),
      roots: messageFeatureRoots(features),
      start: features.delayed.start,
      stop: features.delayed.stop,
    }
  },
})
