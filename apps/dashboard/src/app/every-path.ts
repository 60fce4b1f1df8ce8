import { features } from './routes.ts'

/** IDs for detail pages, from `conformance/contract/recorded`. Those of MQDeck features are invented and do not exist there. */
const recorded: Readonly<Record<string, string | readonly string[]>> = {
  '/dashboard/nodes/$nodeName': 'emqx@127.0.0.1',
  '/clients/detail/$clientId': 'dev-a',
  '/authentication/detail/$id': 'password_based:built_in_database',
  '/authorization/detail/$type': 'built_in_database',
  '/rule/rules/$id': 'r1',
  '/flow/$id': 'r1',
  '/rule/actions/$id': 'mqtt:a_mqtt',
  '/rule/source/$id': 'mqtt:s_mqtt',
  '/connector/$id': 'mqtt:m1',
  '/schema/detail/$name': 'not_there',
  '/schema/external/detail/$name': 'not_there',
  '/schema-validation/detail/$name': 'not_there',
  '/message-transformation/detail/$name': 'not_there',
  '/exhook/detail/$name': 'prov',
  '/plugins/detail/$plugin': 'not_there-1.0.0',
  '/listener/detail/$id': 'tcp:default',
  '/gateway/create/$name': 'ocpp',
  '/gateway/detail/$name': 'stomp',
  '/gateway/detail/$name/$tab': ['stomp', 'clients'],
  '/gateway/detail/$name/listeners/$id': ['stomp', 'stomp:tcp:default'],
  '/gateway/detail/$name/clients/$clientId': ['stomp', 'Zqdf3soSCFo5BFiE'],
  '/webhook/$name': 'not_there',
  '/zones/detail/$name': 'not_there',
  '/log-trace/detail/$id': 'tr2',
}

/** For tests: the path of every page in the shell. @throws for a detail page without an ID in `ids` */
export function everyPath(ids = recorded): readonly string[] {
  return features
    .flatMap(({ pages }) => pages)
    .filter(({ bare }) => !bare)
    .map(({ path }) => {
      if (!path.includes('$')) return path
      const values = [ids[path] ?? []].flat()
      if (values.length === 0) throw new Error(`no ID for ${path}`)
      return values.reduce((filled, id) => filled.replace(/\$\w+/, encodeURIComponent(id)), path)
    })
}
