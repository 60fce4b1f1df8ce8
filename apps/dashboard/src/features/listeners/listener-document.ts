import {
  type AnyStruct,
  type ListenerType,
  type ListenerTypeInfo,
  listenerStructs,
  parseHostPort,
  toComponents,
} from '@mqdeck/contract'
import { useMemo } from 'react'
import { globalZone, type Zones } from '../../data/zones.ts'
import { useMessages } from '../../i18n/index.ts'
import type { FormGroup, SchemaDocument, WireSchema } from '../../schema-form/index.ts'
import { type FormMessages, formMessages } from './form-messages.ts'

interface Options {
  /** With a name to choose. */
  readonly isNew: boolean
  /** Undefined where the broker does not tell: then it is a word to type in. */
  readonly zones: Zones | undefined
}

/** The form of one type. EMQX's form schemas leave listeners out, so the contract's own declaration describes them. */
export function listenerDocument(type: ListenerType, { isNew, zones }: Options): SchemaDocument {
  const { name } = listenerStructs[type]
  const schemas = toComponents([listenerStructs[type]])
  const { properties = {}, ...listener } = (schemas[name] ?? {}) as WireSchema
  const required = [...(isNew ? ['name'] : []), ...(listener.required ?? [])]
  const own: WireSchema = {
    ...listener,
    required,
    properties: {
      ...(isNew && { name: { type: 'string', maxLength: 255 } }),
      ...properties,
      ...(properties.zone && { zone: zoneChoice(properties.zone, zones) }),
      ...unlimited(properties, ['messages_rate', 'bytes_rate']),
    },
  }
  return { components: { schemas: { ...withVersions(schemas as Schemas), [name]: own } } }
}

export const componentOf = (type: ListenerType): string => listenerStructs[type].name

type Schemas = Readonly<Record<string, WireSchema>>

/** A limit that is not set is none, though EMQX declares no default. */
function unlimited(properties: Schemas, rates: readonly string[]): Schemas {
  return Object.fromEntries(
    rates.flatMap((rate) => (properties[rate] ? [[rate, { ...properties[rate], default: 'infinity' }]] : [])),
  )
}

/** A choice of one would be none: then it stays a text, which the form locks. */
function zoneChoice(zone: WireSchema, zones: Zones | undefined): WireSchema {
  const names = Object.keys(zones ?? {})
  if (names.length === 0) return zone
  return { type: 'enum', symbols: [globalZone, ...names], default: zone.default }
}

const tlsVersions = ['tlsv1.3', 'tlsv1.2', 'tlsv1.1', 'tlsv1']

/** The wire says that versions are texts; there are four. */
function withVersions(schemas: Schemas): Schemas {
  const entries = Object.entries(schemas).map(([name, schema]) => {
    const versions = schema.properties?.versions
    if (!versions) return [name, schema] as const
    const items = { type: 'enum', symbols: tlsVersions }
    return [name, { ...schema, properties: { ...schema.properties, versions: { ...versions, items } } }] as const
  })
  return Object.fromEntries(entries)
}

const tlsFirst = [
  'certfile',
  'keyfile',
  'password',
  'cacertfile',
  'verify',
  'fail_if_no_peer_cert',
  'versions',
  'handshake_timeout',
]

/** What people set first comes first. */
export function listenerGroups(type: ListenerType, { groups }: FormMessages): readonly FormGroup[] {
  const { fields }: AnyStruct = listenerStructs[type]
  const insideOf = (name: string, first: readonly string[] = []): readonly string[] => {
    const inner = Object.keys(fields[name]?.kind.of?.fields ?? {})
    return [...first, ...inner.filter((one) => !first.includes(one))].map((one) => `${name}.${one}`)
  }
  const all: readonly FormGroup[] = [
    {
      title: groups.basics,
      fields: ['name', 'enable', 'bind', 'max_connections', 'zone', 'mountpoint', 'enable_authn', 'acceptors'],
    },
    { title: groups.limits, fields: ['max_conn_rate', 'messages_rate', 'bytes_rate'] },
    { title: groups.tls, fields: [...insideOf('ssl_options', tlsFirst), 'ciphers'] },
    { title: groups.websocket, fields: insideOf('websocket') },
    { title: groups.access, fields: ['access_rules'] },
    { title: groups.proxy, fields: ['proxy_protocol', 'proxy_protocol_timeout'] },
    { title: groups.tcp, fields: insideOf('tcp_options') },
  ]
  return all
}

/**
 * What a form of a listener says beside its fields.
 * @param types undefined in front of EMQX
 */
export function useFormNotes(zones: Zones | undefined, types: readonly ListenerTypeInfo[] | undefined) {
  const { onlyGlobalZone, rulesHint, bindHint } = useMessages(formMessages)
  const isOnlyGlobal = zones !== undefined && Object.keys(zones).length === 0
  const usualHost = types?.flatMap(({ suggested_bind: bind }) => parseHostPort(bind)?.host ?? [])[0]
  return useMemo(
    () => ({
      hints: { access_rules: rulesHint, bind: bindHint(usualHost) },
      locks: isOnlyGlobal ? { zone: onlyGlobalZone } : {},
    }),
    [rulesHint, bindHint, usualHost, onlyGlobalZone, isOnlyGlobal],
  )
}
