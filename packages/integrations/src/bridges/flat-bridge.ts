import { type Fields, isRecord, setting, struct, structKind } from '@mqdeck/contract'
import { localTopicField } from '../fields.ts'
import type { BridgeManifest } from '../port.ts'
import {
  type Bridge,
  type BridgeType,
  bridgeStructs,
  fieldsOf,
  omit,
  optionsField,
  pick,
  type Settings,
} from './port.ts'

/** @param of type of the connector */
export function flatBridge(of: string, bridge: BridgeManifest): BridgeType {
  const { type, component, options, parametersIn, variant, without = [] } = bridge
  const connector = fieldsOf('connector', of)
  const action = fieldsOf('action', of)
  const shown = (fields: Fields = {}, hidden: readonly string[] = without): Fields =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !hidden.includes(name)))

  const deployment = shown(connector.parameters.find(({ name }) => name === variant?.struct)?.fields)
  const [parameters] = action.parameters
  if (!parameters) throw new TypeError(`${of} has actions without parameters`)
  const parameterFields = shown(parameters.fields, [...without, ...Object.keys(bridge.parameters ?? {})])
  const parametersStruct = bridge.parametersName ? struct(bridge.parametersName, parameterFields) : parameters
  const nested: Fields = parametersIn
    ? {
        [parametersIn]: setting(structKind(parametersStruct as never), {
          required: true,
          label: { en: 'Parameters', zh: '参数' },
        }),
      }
    : parameterFields
  const own = shown({ ...action.own, ...(action.own.local_topic && { local_topic: localTopicField }) })
  const connectorFields = shown(connector.own)
  const optionFields = { ...connector.options, ...(parametersIn ? {} : action.options) }

  return {
    type,
    of,
    structs: bridgeStructs(bridge.hasBothNames ? [type, of] : [type], component, {
      ...connectorFields,
      ...deployment,
      ...nested,
      ...own,
      resource_opts: optionsField(options, optionFields, parametersIn === undefined),
    }),

    read(settings, before) {
      const opts = isRecord(settings.resource_opts) ? settings.resource_opts : {}
      const kept = (from: Settings | undefined, fields: Fields) => omit(from ?? {}, Object.keys(fields))
      const keptIn = (from: Settings | undefined, name: string, fields: Fields) =>
        kept(isRecord(from?.[name]) ? from[name] : undefined, fields)
      const given = parametersIn ? settings[parametersIn] : pick(settings, Object.keys(nested))
      return {
        part: 'action',
        connector: {
          ...kept(before?.connector, connectorFields),
          ...pick(settings, Object.keys(connectorFields)),
          ...(variant && {
            parameters: { ...pick(settings, Object.keys(deployment)), [variant.tag]: variant.value },
          }),
          resource_opts: pick(opts, Object.keys(connector.options)),
        },
        channel: {
          ...kept(before?.channel, own),
          ...pick(settings, Object.keys(own)),
          parameters: {
            ...bridge.parameters,
            ...keptIn(before?.channel, 'parameters', parameterFields),
            ...(isRecord(given) ? given : {}),
          },
          resource_opts: {
            ...keptIn(before?.channel, 'resource_opts', action.options),
            ...pick(opts, Object.keys(action.options)),
          },
        },
      }
    },

    show({ part, connector: from, channel }) {
      const place = isRecord(from.parameters) ? from.parameters : {}
      if (part !== 'action' || (variant && place[variant.tag] !== variant.value)) return undefined
      const parametersOf = ({ parameters: all }: Bridge['channel']) => pick(all, Object.keys(parameterFields))
      const optionsOf = ({ resource_opts }: Settings) => (isRecord(resource_opts) ? resource_opts : {})
      return {
        ...pick(channel, Object.keys(own)),
        ...pick(from, Object.keys(connectorFields)),
        ...pick(place, Object.keys(deployment)),
        ...(parametersIn ? { [parametersIn]: parametersOf(channel) } : parametersOf(channel)),
        resource_opts: pick({ ...optionsOf(from), ...optionsOf(channel) }, Object.keys(optionFields)),
        enable: from.enable === true && channel.enable === true,
      }
    },
  }
}
