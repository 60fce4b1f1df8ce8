import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { testAuthority } from '../certificate.ts'
import { freePorts } from '../free-port.ts'
import { type RunningProcess, startProcess, waitForPort } from '../process.ts'
import { createTempFolder } from '../temp-folder.ts'
import { runWithInput } from './run-with-input.ts'

/** A real LDAP directory on 127.0.0.1 with its own data folder. */
export interface LdapServer {
  readonly port: number
  /** Port of ldaps. */
  readonly tlsPort: number
  /** Base DN. `add` creates entries below it. */
  readonly base: string
  /** The entry with all permissions. */
  readonly username: string
  readonly password: string
  /** PEM: the CA of its certificate, which is for localhost and 127.0.0.1. */
  readonly ca: string
  /** Adds entries in order. Rejects with the error of the server. */
  add(...entries: readonly NewLdapEntry[]): Promise<void>
  /** Stops the server immediately. `start` starts it again with its data. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Stops it and removes its data. */
  close(): Promise<void>
}

export interface NewLdapEntry {
  readonly dn: string
  readonly attributes: Readonly<Record<string, string | readonly string[]>>
}

/** Milliseconds for a start on a busy machine. */
const waitTimeoutMs = 30_000

const base = 'dc=mqdeck,dc=test'
const username = `cn=admin,${base}`
const password = 'ldap secret'

/**
 * The schema that EMQX's documentation adds to OpenLDAP: clients with their topics. The OIDs are from the arc for
 * examples (RFC 5612).
 */
const schema = `
attributetype ( 1.3.6.1.4.1.32473.1.1 NAME 'isEnabled'
  EQUALITY booleanMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.7 SINGLE-VALUE )
attributetype ( 1.3.6.1.4.1.32473.1.2 NAME 'isSuperuser'
  EQUALITY booleanMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.7 SINGLE-VALUE )
${['mqttPublishTopic', 'mqttSubscriptionTopic', 'mqttPubSubTopic']
  .map(
    (name, index) => `attributetype ( 1.3.6.1.4.1.32473.1.${10 + index} NAME '${name}'
  EQUALITY caseIgnoreMatch SUBSTR caseIgnoreSubstringsMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 )`,
  )
  .join('\n')}
objectclass ( 1.3.6.1.4.1.32473.2.1 NAME 'mqttUser' SUP top STRUCTURAL MUST ( uid )
  MAY ( userPassword $ isEnabled $ isSuperuser $ mqttPublishTopic $ mqttSubscriptionTopic $ mqttPubSubTopic ) )
`

/**
 * Debian's OpenLDAP.
 * @debian slapd /usr/sbin/slapd
 * @debian ldap-utils /usr/bin/ldapadd
 */
export async function startSlapd(): Promise<LdapServer> {
  const folder = await createTempFolder()
  const file = (name: string) => join(folder.path, name)
  const authority = await testAuthority()
  const { cert, key } = await authority.issue()
  const [port = 0, tlsPort = 0] = await freePorts(2)
  await mkdir(file('data'))
  await Promise.all([
    writeFile(file('mqtt.schema'), schema),
    writeFile(file('cert.pem'), cert),
    writeFile(file('key.pem'), key, { mode: 0o600 }),
    writeFile(file('slapd.conf'), configuration(file)),
  ])
  const url = `ldap://127.0.0.1:${port}`
  let running: RunningProcess | undefined
  const server: LdapServer = {
    port,
    tlsPort,
    base,
    username,
    password,
    ca: authority.cert,
    async add(...entries) {
      const args = ['-x', '-H', url, '-D', username, '-w', password]
      await runWithInput({ program: 'ldapadd', args }, entries.map(toLdif).join('\n'))
    },
    async start() {
      const args = ['-d', 'none', '-f', file('slapd.conf'), '-h', `${url} ldaps://127.0.0.1:${tlsPort}`]
      const child = startProcess({ command: '/usr/sbin/slapd', args, cwd: '/' })
      running = child
      await Promise.race([
        Promise.all([waitForPort(port, '127.0.0.1', waitTimeoutMs), waitForPort(tlsPort, '127.0.0.1', waitTimeoutMs)]),
        child.exited.then(() => Promise.reject(new Error(`slapd ended: ${child.output()}`))),
      ])
    },
    async kill() {
      await running?.kill()
      running = undefined
    },
    async close() {
      await server.kill()
      await folder.remove()
    },
  }
  await server.start()
  await server.add({ dn: base, attributes: { objectClass: ['dcObject', 'organization'], dc: 'mqdeck', o: 'MQDeck' } })
  return server
}

const configuration = (file: (name: string) => string): string => `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include ${file('mqtt.schema')}
pidfile ${file('pid')}
modulepath /usr/lib/ldap
moduleload back_mdb
moduleload pw-sha2
TLSCertificateFile ${file('cert.pem')}
TLSCertificateKeyFile ${file('key.pem')}
database mdb
suffix "${base}"
rootdn "${username}"
rootpw "${password}"
directory ${file('data')}
maxsize 16777216
dbnosync
access to attrs=userPassword by anonymous auth by * none
access to * by * read
`

/** In base64, so that no character has a special meaning. */
const toLdif = ({ dn, attributes }: NewLdapEntry): string => {
  const line = (name: string, value: string) => `${name}:: ${Buffer.from(value).toString('base64')}\n`
  const values = Object.entries(attributes).flatMap(([name, given]) => [given].flat().map((one) => line(name, one)))
  return line('dn', dn) + values.join('')
}
