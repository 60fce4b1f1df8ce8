import type { AuthorizationSource } from '@mqdeck/contract'

const sql = 'SELECT permission, action, topic FROM mqtt_acl WHERE username = ${username}'

const rules = `%% The first rule that matches decides; each ends with a dot.
{deny, all, subscribe, ["$SYS/#", {eq, "#"}]}.

{allow, all}.
`

const suggested: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  file: { rules },
  mysql: { server: '127.0.0.1:3306', database: 'mqtt', query: sql },
  postgresql: { server: '127.0.0.1:5432', database: 'mqtt', query: sql },
  mongodb: {
    server: '127.0.0.1:27017',
    database: 'mqtt',
    collection: 'acl',
    filter: { username: '${username}' },
  },
  redis: { server: '127.0.0.1:6379', cmd: 'HGETALL mqtt_acl:${username}' },
  http: {
    method: 'post',
    url: 'http://127.0.0.1:8080',
    body: { clientid: '${clientid}', username: '${username}', topic: '${topic}', action: '${action}' },
  },
  ldap: { server: '127.0.0.1:389' },
}

/** Example values for the form of a new source, instead of empty fields. */
export const suggestionsFor = (type: string): Readonly<Partial<AuthorizationSource>> => suggested[type] ?? {}
