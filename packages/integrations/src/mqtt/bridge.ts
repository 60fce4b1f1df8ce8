import {
  type Fields,
  flag,
  isRecord,
  oneOf,
  qosLevel,
  setting,
  struct,
  structKind,
  template,
  text,
} from '@mqdeck/contract'
import {
  type Bridge,
  type BridgeType,
  bridgeStructs,
  fieldsOf,
  omit,
  optionsField,
  pick,
  type Settings,
} from '../bridges/port.ts'

const connector = fieldsOf('connector', 'mqtt')
const action = fieldsOf('action', 'mqtt')
const source = fieldsOf('source', 'mqtt')
const { pool_size, ...connectorFields } = connector.own

const only = (fields: Fields | undefined, ...names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields ?? {}).filter(([name]) => names.includes(name)))

const topic = setting(text(), { label: { en: 'Topic', zh: '主题' } })
const remoteAbout = { required: true, label: { en: 'Remote broker', zh: '远端 Broker' } } as const
const localAbout = { label: { en: 'This broker', zh: '本 Broker' } }
const poolField: Fields = pool_size ? { pool_size } : {}

const egressRemote = only(action.parameters[0]?.fields, 'topic', 'qos', 'retain', 'payload')
const egress = struct('connector_mqtt.egress', {
  ...poolField,
  local: setting(structKind(struct('connector_mqtt.egress_local', { topic })), localAbout),
  remote: setting(structKind(struct('connector_mqtt.egress_remote', egressRemote)), remoteAbout),
})

const ingressRemote = only(source.parameters[0]?.fields, 'topic', 'qos')
const ingressLocal = struct('connector_mqtt.ingress_local', {
  topic,
  qos: setting(oneOf(template(), qosLevel()), { wire: { default: '${qos}' }, label: { en: 'QoS', zh: 'QoS' } }),
  retain: setting(oneOf(template(), flag()), {
    wire: { default: '${retain}' },
    label: { en: 'Retain', zh: '保留消息' },
  }),
  payload: setting(template(), { label: { en: 'Payload', zh: 'Payload' } }),
})
const ingress = struct('connector_mqtt.ingress', {
  ...poolField,
  local: setting(structKind(ingressLocal), localAbout),
  remote: setting(structKind(struct('connector_mqtt.ingress_remote', ingressRemote)), remoteAbout),
})

const optionFields = { ...connector.options, ...action.options }

/** A bridge to another MQTT broker: `egress` is an action, `ingress` a source. A bridge has one of them. */
export const mqttBridge: BridgeType = {
  type: 'mqtt',
  of: 'mqtt',
  structs: bridgeStructs(
    ['mqtt'],
    (use) => `bridge_mqtt.${use}`,
    {
      ...connectorFields,
      egress: setting(structKind(egress), {
        label: { en: 'Messages to the remote broker', zh: '发往远端 Broker 的消息' },
      }),
      ingress: setting(structKind(ingress), {
        label: { en: 'Messages from the remote broker', zh: '来自远端 Broker 的消息' },
      }),
      resource_opts: optionsField('bridge_mqtt.creation_opts', optionFields, true),
    },
    check,
  ),
  read,
  show,
}

function check({ egress: to, ingress: from }: Settings, refuse: (field: string, reason: string) => void): void {
  if (isRecord(to) === isRecord(from))
    refuse(
      isRecord(to) ? 'ingress' : 'egress',
      'must be given if and only if the other direction is not: a bridge has one',
    )
  const local = isRecord(from) ? recordIn(from, 'local').topic : undefined
  if (typeof local === 'string' && local !== '')
    refuse('ingress.local.topic', 'is not supported: use a rule that selects from $bridges/mqtt:NAME and republishes')
}

function read(settings: Settings, before?: Bridge): Bridge {
  const part = isRecord(settings.egress) ? 'action' : 'source'
  const given = recordIn(settings, part === 'action' ? 'egress' : 'ingress')
  const local = recordIn(given, 'local').topic
  const opts = recordIn(settings, 'resource_opts')
  const { options } = part === 'action' ? action : source
  const known = [...Object.keys(connectorFields), 'pool_size']
  return {
    part,
    connector: {
      ...omit(before?.connector ?? {}, known),
      ...pick(settings, Object.keys(connectorFields)),
      ...pick(given, ['pool_size']),
      resource_opts: pick(opts, Object.keys(connector.options)),
    },
    channel: {
      ...omit(before?.channel ?? {}, ['enable', 'description', 'tags', 'local_topic']),
      ...pick(settings, ['enable', 'description', 'tags']),
      ...(part === 'action' && typeof local === 'string' && local !== '' && { local_topic: local }),
      parameters: {
        ...omit(before?.channel.parameters ?? {}, Object.keys(part === 'action' ? egressRemote : ingressRemote)),
        ...recordIn(given, 'remote'),
      },
      resource_opts: pick(opts, Object.keys(options)),
    },
  }
}

function show({ part, connector: from, channel }: Bridge): Settings {
  const pool = pick(from, ['pool_size'])
  const directionOf = (fields: Fields, local: Settings) => ({
    ...pool,
    ...local,
    remote: pick(channel.parameters, Object.keys(fields)),
  })
  return {
    ...pick(from, Object.keys(connectorFields)),
    ...pick(channel, ['description']),
    ...(part === 'action'
      ? {
          egress: directionOf(
            egressRemote,
            typeof channel.local_topic === 'string' ? { local: { topic: channel.local_topic } } : {},
          ),
        }
      : { ingress: directionOf(ingressRemote, {}) }),
    resource_opts: pick(
      { ...recordIn(from, 'resource_opts'), ...recordIn(channel, 'resource_opts') },
      Object.keys(optionFields),
    ),
    enable: from.enable === true && channel.enable === true,
  }
}

const recordIn = (from: Settings, name: string): Settings => {
  const value = from[name]
  return isRecord(value) ? value : {}
}
