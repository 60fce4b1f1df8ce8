import { migrationKinds } from '@mqdeck/contract'
import { type RootName, rootNames } from '../broker-config/roots.ts'
import { type Leaf, leaves } from '../start-options/leaves.ts'
import { defaultFile } from '../start-options/load.ts'
import { settings } from '../start-options/settings.ts'

/** What `--help` prints; with a root, what may be given of it. */
export function helpText(topic: RootName | 'migrate' | undefined): string {
  if (topic === 'migrate') return migrateText
  return topic === undefined ? overview() : details(topic)
}

const migrateText = `Usage: mqdeck migrate [--config FILE] --to URL [OPTIONS]

Says what would be carried to an EMQX 5 cluster through its REST API, and with --apply carries it.
Only reads the data folder: a server that runs on it goes on, what it is told meanwhile may be missed.
What the cluster has already is left alone; a second run makes what is missing.

  --to URL          the cluster, such as http://emqx:18083
  --username NAME   a user of its dashboard (default admin). The password is asked for, or comes
                    from MQDECK_MIGRATE_PASSWORD, or with --password-stdin from the standard input
  --api-key KEY     an API key in place of a user; its secret comes in the same ways
  --ca-file FILE    PEM file of the authorities that sign the certificate of the cluster
  --apply           do it; otherwise nothing is changed
  --overwrite       make what is there and differs like here
  --only, --skip    kinds, separated by commas:
                    ${migrationKinds.slice(0, 9).join(', ')},
                    ${migrationKinds.slice(9).join(', ')}
  --json            the report as JSON

Exit codes: 0 done, though there may be things that no cluster takes or that differ: the report
tells them; 1 something failed, or the cluster cannot be used; 2 wrong command line; 130 cancelled.
`

function overview(): string {
  const counted = rootNames.map((name) => [name, leavesOf(name).length] as const).filter(([, count]) => count > 0)
  return `Usage: mqdeck [--config FILE]
       mqdeck reset-password [--config FILE] USERNAME
       mqdeck migrate [--config FILE] --to URL [--apply] [OPTIONS]
       mqdeck --help [GROUP] | --version

Starts an MQTT broker and its dashboard, or, while they are stopped, gives a user
of the dashboard a new password: it is asked for twice or, when the standard input
is no terminal, read from there as one line. All logins of that user end, and a second
factor is turned off. The audit log tells of it, when that is on.

With MQDECK_BROKER (or broker in the file) it starts the dashboard in front of an EMQX 5 cluster
instead, and no broker: MQDECK_BROKER=http://node1:18083,http://node2:18083.

Or says what would be carried to an EMQX 5 cluster, and with --apply carries it: settings,
users, rules, connectors, retained messages and all else (see mqdeck --help migrate).

  --config FILE   configuration file (YAML), also MQDECK_CONFIG; otherwise ./${defaultFile} is read when it exists
  --help, -h      this text, or the settings of a group
  --version, -v   the version

Exit codes: 0 done, 1 failed, 2 wrong command line, 130 cancelled.

Keys of the configuration file (a dot is one level of nesting), the variable that
overrides each of them, and its default:

${Object.entries(settings)
  .map(([key, { env, help, shownDefault }]) => entry(key, env, help, shownDefault || 'none'))
  .join('\n')}

Every setting of the dashboard's forms can be given in the same two ways, as in
mqtt.max_inflight (MQDECK_MQTT_MAX_INFLIGHT). At each start it stands over what was
set in the dashboard; what is not given is left to the dashboard. mqdeck --help GROUP
lists a group:

${counted.map(([name, count]) => `  ${name} (${count})`).join('\n')}
`
}

function details(root: RootName): string {
  return `Settings of the group ${root}, the variable for each that fits into one, and its default:

${leavesOf(root).map(leafEntry).join('\n')}
`
}

const leavesOf = (root: RootName) => leaves.filter(({ path: [first] }) => first === root)

function leafEntry({ path, variable, about }: Leaf): string {
  const text = (about?.help ?? about?.label)?.en ?? 'One whole value, as at PUT /configs'
  const shown = about && 'default' in about ? show(about.default) : 'none'
  return entry(path.join('.'), variable, text.replace(/\.$/, ''), shown)
}

const show = (value: unknown) => (typeof value === 'string' && value !== '' ? value : JSON.stringify(value))

const entry = (key: string, variable: string | undefined, help: string, shown: string) =>
  `  ${key}${variable === undefined ? '' : `  (${variable})`}\n      ${help}. Default: ${shown}`
