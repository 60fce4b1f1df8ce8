import { silentLog } from '@mqdeck/kit'
import { createTempStore, freePort, type SqlServer, testAuthority } from '@mqdeck/testkit'
import type { AuthnStage, AuthzStage, StoredLogin, StoredRule } from '@mqdeck/testkit/suites'
import type { Authenticator, AuthnBackend, AuthnContext } from '../authn/port.ts'
import { openStoredRules } from '../authz/built-in-database/stored-rules.ts'
import type { AuthzBackend, AuthzSource } from '../authz/port.ts'
import { hashPassword } from '../passwords/verify.ts'
import { hastyClock, memberOf } from '../test-members.ts'

/** Differences between the databases under test. */
export interface SqlUnderTest {
  readonly start: () => Promise<SqlServer>
  readonly authn: AuthnBackend
  readonly authz: AuthzBackend
  /** An expression that takes longer than every timeout. */
  readonly sleep: string
  /** Settings with a shorter timeout. */
  readonly hasty?: object
  /** A type for texts. */
  readonly text: string
}

export interface SqlStage {
  readonly server: SqlServer
  readonly authenticator: (changes?: object) => Authenticator
  readonly source: (changes?: object) => AuthzSource
  readonly authn: AuthnStage
  readonly authz: AuthzStage
  readonly close: () => Promise<void>
}

const userQuery = 'SELECT password_hash, salt, is_superuser FROM mqtt_user WHERE username = ${username} LIMIT 1'
const ruleQuery = 'SELECT permission, action, topic, qos, retain FROM mqtt_acl WHERE username = ${username} ORDER BY id'

export async function openSqlStage({ start, authn, authz, sleep, hasty, text }: SqlUnderTest): Promise<SqlStage> {
  const [server, temp] = await Promise.all([start(), createTempStore()])
  const context: AuthnContext = {
    clock: hastyClock,
    log: silentLog,
    store: temp.store,
    chain: 'mqtt:global',
    folder: '/',
  }
  const rules = openStoredRules(temp.store, () => {})
  const { username, password, database } = server
  const reach = { server: `127.0.0.1:${server.port}`, username, password, database, pool_size: 4 }
  const authenticator = (changes: object = {}) => {
    const kind = { mechanism: 'password_based', backend: authn.manifest.backend }
    return memberOf(authn, { ...reach, ...kind, query: userQuery, ...changes }, context)
  }
  const source = (changes: object = {}) =>
    memberOf(authz, { ...reach, type: authz.manifest.type, query: ruleQuery, ...changes }, { ...context, rules })

  await server.run(`
    CREATE TABLE mqtt_user (
      username ${text}, password_hash ${text}, salt ${text}, is_superuser INT, password ${text}
    );
    CREATE TABLE mqtt_acl (
      id INT PRIMARY KEY, username ${text}, permission ${text}, action ${text}, topic ${text}, qos INT, retain INT
    );
  `)
  const other = await testAuthority('Other CA')
  const nobody = await freePort()
  const broken = <T>(of: (changes: object) => T) => ({
    'a server that is not there': async () => of({ server: `127.0.0.1:${nobody}` }),
    'a wrong password': async () => of({ password: 'wrong' }),
    'a certificate of another authority': async () =>
      of({ ssl: { enable: true, verify: 'verify_peer', cacertfile: other.cert } }),
    'a server without the database': async () => of({ database: 'nowhere' }),
  })
  const outage = { begin: server.kill, end: server.start }

  return {
    server,
    authenticator,
    source,
    authn: {
      async authenticator(users) {
        await server.run(['DELETE FROM mqtt_user;', ...(await Promise.all(users.map(insertUser)))].join('\n'))
        return authenticator()
      },
      broken: broken(authenticator),
      slow: async () => authenticator({ query: `SELECT ${sleep} AS password_hash`, ...hasty }),
      outage,
      close: async () => {},
    },
    authz: {
      async source(rules) {
        await server.run(['DELETE FROM mqtt_acl;', ...rules.map(insertRule)].join('\n'))
        return source()
      },
      broken: broken(source),
      slow: async () => source({ query: `SELECT ${sleep} AS permission` }),
      close: async () => {},
    },
    async close() {
      await server.close()
      await temp.remove()
    },
  }
}

async function insertUser({ username, password, isSuperuser }: StoredLogin): Promise<string> {
  const stored = await hashPassword({ name: 'sha256', salt_position: 'prefix' }, Buffer.from(password))
  return `INSERT INTO mqtt_user (username, password_hash, salt, is_superuser)
    VALUES ('${username}', '${stored.password_hash}', '${stored.salt}', ${isSuperuser ? 1 : 0});`
}

const insertRule = ({ username, permission, action, topic, qos }: StoredRule, index: number) =>
  `INSERT INTO mqtt_acl (id, username, permission, action, topic, qos)
    VALUES (${index}, '${username}', '${permission}', '${action}', '${topic}', ${qos ?? 'NULL'});`
