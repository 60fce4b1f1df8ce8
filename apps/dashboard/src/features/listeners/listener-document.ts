import {
  type AnyStruct,
  type ListenerType,
  type ListenerTypeInfo,
  listenerStructs,
  parseHostPort,
  toComponents,
} from '@mqdeck/contract'
import { useMemo } from 'react'
import { useMessages } from '../../i18n/index.ts'
import type { FormGroup, SchemaDocument, WireSchema } from '../../schema-form/index.ts'
import { type FormMessages, formMessages } from './form-messages.ts'
import { globalZone, type Zones } from './zone-queries.ts'

interface DocumentOptions {
  /** Adds the field for the name. */
  readonly isNew: boolean
  /** Undefined if the broker does not report its zones; the zone is then a text field. */
  readonly zones: Zones | undefined
}

/** The form of one listener type. The form schemas of EMQX have no listeners, so the declaration of the contract is used. */
export function listenerDocument(type: ListenerType, { isNew, zones }: DocumentOptions): SchemaDocument {
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
  return { components: { schemas: { ...withTlsVersions(schemas as Schemas), [name]: own } } }
}

export const componentOf = (type: ListenerType): string => listenerStructs[type].name

type Schemas = Readonly<Record<string, WireSchema>>

/** Without a value a rate is unlimited, although EMQX declares no default. */
function unlimited(properties: Schemas, rates: readonly string[]): Schemas {
  return Object.fromEntries(
    rates.flatMap((rate) => (properties[rate] ? [[rate, { ...properties[rate], default: 'infinity' }]] : [])),
  )
}

/** With the global zone only there is nothing to select; the field stays a text that the form locks. */
function zoneChoice(zone: WireSchema, zones: Zones | undefined): WireSchema {
  const names = Object.keys(zones ?? {})
  if (names.length === 0) return zone
  return { type: 'enum', symbols: [globalZone, ...names], default: zone.default }
}

const tlsVersions = ['tlsv1.3', 'tlsv1.2', 'tlsv1.1', 'tlsv1']

/** The API declares TLS versions as strings; the form offers these four. */
function withTlsVersions(schemas: Schemas): Schemas {
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

/** The most common settings come first. */
export function listenerGroups(type: ListenerType, { groups }: FormMessages): readonly FormGroup[] {
  const { fields }: AnyStruct = listenerStructs[type]
  const nestedFields = (name: string, first: readonly string[] = []): readonly string[] => {
    const inner = Object.keys(fields[name]?.kind.of?.fields ?? {})
    return [...first, ...inner.filter((field) => !first.includes(field))].map((field) => `${name}.${field}`)
  }
  const all: readonly FormGroup[] = [
    {
      title: groups.basics,
      fields: ['name', 'enable', 'bind', 'max_connections', 'zone', 'mountpoint', 'enable_authn', 'acceptors'],
    },
    { title: groups.limits, fields: ['max_conn_rate', 'messages_rate', 'bytes_rate'] },
    { title: groups.tls, fields: [...nestedFields('ssl_options', tlsFirst), 'ciphers'] },
    { title: groups.websocket, fields: nestedFields('websocket') },
    { title: groups.access, fields: ['access_rules'] },
    { title: groups.proxy, fields: ['proxy_protocol', 'proxy_protocol_timeout'] },
    { title: groups.tcp, fields: nestedFields('tcp_options') },
  ]
  return all
}

/**
 * Hints and locks of the form of a listener.
 * @param types undefined for EMQX
 */
export function useFormNotes(zones: Zones | undefined, types: readonly ListenerTypeInfo[] | undefined) {
  const { onlyGlobalZone, accessRulesHint, bindHint } = useMessages(formMessages)
  const isOnlyGlobal = zones !== undefined && Object.keys(zones).length === 0
  const defaultHost = types?.flatMap(({ suggested_bind: bind }) => parseHostPort(bind)?.host ?? [])[0]
  return useMemo(
    () => ({
      hints: { access_rules: accessRulesHint, bind: bindHint(defaultHost) },
      locks: isOnlyGlobal ? { zone: onlyGlobalZone } : {},
    }),
    [accessRulesHint, bindHint, defaultHost, onlyGlobalZone, isOnlyGlobal],
  )
}
