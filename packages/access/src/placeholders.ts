import type { ClientInfo } from '@mqdeck/broker'
import { type Lookup, parseTemplate } from '@mqdeck/kit/template'
import type { Credentials } from './authn/port.ts'
import type { AclAction } from './authz/rules/rule.ts'

/** Placeholders in settings of authenticators, such as `${username}`. `client_attrs.` allows every attribute. */
export const authnNames = [
  'username',
  'clientid',
  'password',
  'peerhost',
  'cert_subject',
  'cert_common_name',
  'client_attrs.',
  'zone',
] as const

/** Placeholders in queries of sources. */
export const authzNames = [
  'username',
  'clientid',
  'peerhost',
  'cert_subject',
  'cert_common_name',
  'client_attrs.',
  'zone',
] as const

/** Additional placeholders for the HTTP source. */
export const authzHttpNames = [...authzNames, 'topic', 'action', 'qos', 'retain', 'mountpoint', 'proto_name'] as const

/** The first placeholder of a template that is not in `names`; undefined if there is none. */
export const unknownPlaceholder = (text: string, names: readonly string[]): string | undefined =>
  parseTemplate(text).names.find(
    (name) => !names.some((known) => (known.endsWith('.') ? name.startsWith(known) : name === known)),
  )

/** Placeholder values of a connecting client. The password is bytes, since it need not be UTF-8. */
export const authnLookup =
  ({ client, password }: Credentials): Lookup =>
  (path, name) =>
    name === 'password' ? password : clientValue(client, path, name)

/** The same with the password masked, for notes of explained decisions. */
export const withoutPassword =
  (lookup: Lookup): Lookup =>
  (path, name) =>
    name === 'password' ? '******' : lookup(path, name)

/** Placeholder values of a client that publishes or subscribes. */
export const authzLookup =
  (client: ClientInfo, { type, topic, qos, retain }: AclAction): Lookup =>
  (path, name) => {
    switch (name) {
      case 'topic':
        return topic
      case 'action':
        return type
      case 'qos':
        return qos
      case 'retain':
        return retain
      default:
        return clientValue(client, path, name)
    }
  }

function clientValue(client: ClientInfo, [first, second]: readonly string[], name: string): unknown {
  if (first === 'client_attrs' && second !== undefined) return client.attributes[name.slice('client_attrs.'.length)]
  switch (name) {
    case 'username':
      return client.username
    case 'clientid':
      return client.clientId
    case 'peerhost':
      return client.peerhost
    case 'cert_subject':
      return client.certSubject
    case 'cert_common_name':
      return client.certCommonName
    case 'zone':
      return client.zone
    case 'mountpoint':
      return client.mountpoint
    case 'proto_name':
      return client.protocolName
    default:
      return undefined
  }
}
