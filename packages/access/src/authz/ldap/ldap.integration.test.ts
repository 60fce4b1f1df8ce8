import { readInput, variants } from '@mqdeck/contract'
import { silentLog, systemClock } from '@mqdeck/kit'
import { freePort, type LdapServer, startSlapd, testAuthority } from '@mqdeck/testkit'
import { type AuthzStage, describeAuthz, type StoredRule } from '@mqdeck/testkit/suites'
import { type LdapAuthzSettings, ldap as manifest } from './manifest.ts'
import { runtime } from './runtime.ts'

const kind = variants(manifest.structs)

function create(settings: object) {
  const wire = readInput(kind.schema, { type: 'ldap', ...settings })
  // Of the manifest's struct.
  return runtime.create(kind.toPlain(wire) as LdapAuthzSettings, {
    clock: systemClock,
    folder: '/nowhere',
    log: silentLog,
  })
}

const attributes = {
  publish: 'mqttPublishTopic',
  subscribe: 'mqttSubscriptionTopic',
  all: 'mqttPubSubTopic',
} as const

/** A part of the directory of its own, with an entry for each user that has rules. */
let count = 0
async function addRules(server: LdapServer, rules: readonly StoredRule[]): Promise<string> {
  count += 1
  const base = `o=rules ${count},${server.base}`
  await server.add({ dn: base, attributes: { objectClass: 'organization', o: `rules ${count}` } })
  for (const uid of new Set(rules.map(({ username }) => username))) {
    const topicsFor = (action: StoredRule['action']) =>
      rules.filter((rule) => rule.username === uid && rule.action === action).map(({ topic }) => topic)
    const topics = Object.entries(attributes).map(([action, name]) => [
      name,
      topicsFor(action as StoredRule['action']), // the names of the object
    ])
    await server.add({
      dn: `uid=${uid},${base}`,
      attributes: { objectClass: 'mqttUser', uid, ...Object.fromEntries(topics) },
    })
  }
  return base
}

describeAuthz('LDAP', {
  async open(): Promise<AuthzStage> {
    const server = await startSlapd()
    const { username, password, ca } = server
    const tls = (cacertfile: string) => ({ ssl: { enable: true, verify: 'verify_peer', cacertfile } })
    const make = (base: string, changes: object = {}) =>
      create({
        server: `127.0.0.1:${server.tlsPort}`,
        username,
        password,
        base_dn: base,
        filter: '(& (objectClass=mqttUser) (uid=${username}))',
        ...tls(ca),
        ...changes,
      })
    const otherCa = (await testAuthority('Another CA')).cert
    return {
      source: async (rules) => make(await addRules(server, rules)),
      broken: {
        down: async () => make(server.base, { server: `127.0.0.1:${await freePort()}` }),
        'a wrong password': async () => make(server.base, { password: 'wrong' }),
        'a wrong CA': async () => make(server.base, tls(otherCa)),
      },
      close: server.close,
    }
  },
  denies: false,
  knowsQos: false,
})
