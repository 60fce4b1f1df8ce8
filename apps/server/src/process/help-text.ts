import { migrationKinds } from '@mqdeck/contract'
import { type RootName, rootNames } from '../broker-config/roots.ts'
import { type ConfigValue, configValues } from '../start-options/config-values.ts'
import { defaultFile } from '../start-options/load.ts'
import { settings } from '../start-options/start-options.ts'

/** The output of `--help`, or of `--help GROUP` for one root. */
export function helpText(topic: RootName | 'migrate' | undefined): string {
  if (topic === 'migrate') return migrateText
  return topic === undefined ? overview() : details(topic)
}

const migrateText = `Usage: mqdeck migrate [--config FILE] --to URL [OPTIONS]

Migrates settings and data of MQDeck to an EMQX 5 cluster through its REST API. Without --apply,
only shows what would be migrated. The data folder is only read: a server can keep running on it,
but later changes may not be included. Existing objects on the cluster are not changed without
--overwrite. A second run creates only what is missing.

  --to URL          URL of the cluster, such as http://emqx:18083
  --username NAME   dashboard user of the cluster (default admin). The password is read from
                    MQDECK_MIGRATE_PASSWORD, from standard input with --password-stdin, or
                    entered on the terminal
  --api-key KEY     API key instead of a user. The secret is read in the same ways
  --password-stdin  read the password or secret from standard input
  --ca-file FILE    PEM file with the CA certificates that the cluster is verified with
  --apply           migrate. Without it, nothing is changed
  --overwrite       replace existing objects that differ
  --only, --skip    kinds to migrate or to skip, separated by commas:
                    ${migrationKinds.slice(0, 9).join(', ')},
                    ${migrationKinds.slice(9, 17).join(', ')},
                    ${migrationKinds.slice(17).join(', ')}
  --json            print the report as JSON

Exit codes: 0 finished, the report lists what differs or cannot be migrated; 1 an object failed or
the cluster is not usable; 2 invalid command line; 130 cancelled.
`

function overview(): string {
  const counted = rootNames.map((name) => [name, valuesOf(name).length] as const).filter(([, count]) => count > 0)
  return `Usage: mqdeck [--config FILE]
       mqdeck reset-password [--config FILE] USERNAME
       mqdeck plugin [--config FILE] new NAME | dev FOLDER | pack FOLDER
       mqdeck plugin [--config FILE] allow PACKAGE | disallow NAME-VERSION | list
       mqdeck migrate [--config FILE] --to URL [--apply] [OPTIONS]
       mqdeck --help [GROUP] | --version

Without a command, starts the MQTT broker and its dashboard. If MQDECK_BROKER (broker in the
configuration file) lists the nodes of an EMQX 5 cluster, starts only the dashboard, in front of
that cluster: MQDECK_BROKER=http://node1:18083,http://node2:18083.

Commands:
  reset-password  set a new password of a dashboard user while the server is stopped. The password
                  is entered twice on the terminal, or read as one line from standard input. The
                  user is signed out everywhere and two-factor authentication is disabled. The
                  command is recorded in the audit log, if enabled.
  plugin          new: create the folder of a plugin; dev: start the server with the plugin, and load
                  it again whenever a file changes; pack: make its package; allow, disallow: whether
                  a package (NAME-VERSION.tar.gz, or NAME-VERSION and its SHA-256) may be installed in
                  the dashboard; list: installed and allowed plugins
  migrate         migrate settings, users, rules, connectors, retained messages and more to an
                  EMQX 5 cluster (see mqdeck --help migrate)

Options:
  --config FILE   configuration file (YAML), also MQDECK_CONFIG. Default ./${defaultFile}, if it exists
  --help, -h      show this help, or the settings of a group
  --version, -v   show the version

Exit codes: 0 success, 1 failure, 2 invalid command line, 130 cancelled.

Keys of the configuration file (a dot is one level of nesting), the environment variable that
overrides each key, and the default:

${Object.entries(settings)
  .map(([key, { env, help, shownDefault }]) => entry(key, env, help, shownDefault || 'none'))
  .join('\n')}

All settings of the dashboard can be set in the same two ways, for example mqtt.max_inflight
(MQDECK_MQTT_MAX_INFLIGHT). These values override the values set in the dashboard at each start.
mqdeck --help GROUP lists the settings of a group:

${counted.map(([name, count]) => `  ${name} (${count})`).join('\n')}
`
}

function details(root: RootName): string {
  return `Settings of the group ${root}, the environment variable of each, if it has one, and the default:

${valuesOf(root).map(valueEntry).join('\n')}
`
}

const valuesOf = (root: RootName) => configValues.filter(({ path: [first] }) => first === root)

function valueEntry({ path, variable, about }: ConfigValue): string {
  const text = (about?.help ?? about?.label)?.en ?? 'A complete value, as in PUT /configs'
  const shown = about && 'default' in about ? show(about.default) : 'none'
  return entry(path.join('.'), variable, text.replace(/\.$/, ''), shown)
}

const show = (value: unknown) => (typeof value === 'string' && value !== '' ? value : JSON.stringify(value))

const entry = (key: string, variable: string | undefined, help: string, shown: string) =>
  `  ${key}${variable === undefined ? '' : `  (${variable})`}\n      ${help}. Default: ${shown}`
