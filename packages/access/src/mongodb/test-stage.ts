import { silentLog } from '@mqdeck/kit'
import {
  createTempStore,
  freePort,
  type MongoPeer,
  type MongoPeerOptions,
  startMongoPeer,
  testAuthority,
} from '@mqdeck/testkit'
import type { AuthnStage, AuthzStage, StoredLogin, StoredRule } from '@mqdeck/testkit/suites'
import { runtime as authn } from '../authn/mongodb/runtime.ts'
import type { Authenticator } from '../authn/port.ts'
import { runtime as authz } from '../authz/mongodb/runtime.ts'
import type { AuthzSource } from '../authz/port.ts'
import { hashPassword } from '../passwords/verify.ts'
import { hastyClock, memberOf } from '../test-members.ts'

export interface MongodbStage {
  readonly peer: MongoPeer
  readonly authenticator: (changes?: object) => Authenticator
  readonly source: (changes?: object) => AuthzSource
  readonly authn: AuthnStage
  readonly authz: AuthzStage
  readonly close: () => Promise<void>
}

export interface MongodbUnderTest {
  readonly deployment: NonNullable<MongoPeerOptions['deployment']>
  /** Settings that lead there. */
  readonly reach: (ports: readonly number[]) => object
}

const database = 'mqtt'

export async function openMongodbStage({ deployment, reach }: MongodbUnderTest): Promise<MongodbStage> {
  const [peer, silent, temp] = await Promise.all([startMongoPeer({ deployment }), startMongoPeer(), createTempStore()])
  silent.hold()
  const context = { clock: hastyClock, log: silentLog, store: temp.store, chain: 'mqtt:global', folder: '/' }
  const { username, password } = peer
  const usual = { username, password, database, pool_size: 4, filter: { username: '${username}' } }
  const there = reach(peer.ports)
  const authenticator = (changes: object = {}) => {
    const kind = { mechanism: 'password_based', backend: 'mongodb', collection: 'users' }
    return memberOf(authn, { ...usual, ...there, ...kind, ...changes }, context)
  }
  const source = (changes: object = {}) =>
    memberOf(authz, { ...usual, ...there, type: 'mongodb', collection: 'acl', ...changes }, context)

  const other = await testAuthority()
  const nobody = await freePort()
  const broken = <T>(of: (changes: object) => T) => ({
    'a server that is not there': async () => of(reach([nobody])),
    'a wrong password': async () => of({ password: 'wrong' }),
    'a database that does not keep the user': async () => of({ auth_source: 'mqtt' }),
    'a certificate of another authority': async () =>
      of({ ...reach(peer.tlsPorts), ssl: { enable: true, verify: 'verify_peer', cacertfile: other.cert } }),
  })
  // That a query ends in time does not depend on how many servers there are: waited for once.
  const slowly = <T>(of: (changes: object) => T) =>
    deployment === 'single' && { slow: async () => of(reach(silent.ports)) }
  let round = 0
  const store = (kind: string, documents: readonly object[]): string => {
    round += 1
    const collection = `${kind}${round}`
    peer.run(database, { insert: collection, documents })
    return collection
  }

  return {
    peer,
    authenticator,
    source,
    authn: {
      authenticator: async (users) =>
        authenticator({ collection: store('users', await Promise.all(users.map(userDocument))) }),
      broken: broken(authenticator),
      ...slowly(authenticator),
      outage: { begin: peer.kill, end: peer.start },
      close: async () => {},
    },
    authz: {
      source: async (rules) => source({ collection: store('acl', rules.map(ruleDocument)) }),
      broken: broken(source),
      ...slowly(source),
      close: async () => {},
    },
    async close() {
      await Promise.all([peer.close(), silent.close()])
      await temp.remove()
    },
  }
}

async function userDocument({ username, password, isSuperuser }: StoredLogin): Promise<object> {
  const stored = await hashPassword({ name: 'sha256', salt_position: 'prefix' }, Buffer.from(password))
  return { username, ...stored, ...(isSuperuser && { is_superuser: true }) }
}

const ruleDocument = ({ username, permission, action, topic, qos }: StoredRule): object => ({
  username,
  permission,
  action,
  topics: [topic],
  ...(qos !== undefined && { qos }),
})
