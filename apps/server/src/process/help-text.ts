import { type Leaf, leaves } from '../config/leaves.ts'
import { defaultFile } from '../config/load.ts'
import { settings } from '../config/settings.ts'
import { type RootName, rootNames } from '../configuration/roots.ts'

/** What `--help` prints; with a root, what may be given of it. */
export const helpText = (root: RootName | undefined): string => (root === undefined ? overview() : details(root))

function overview(): string {
  const counted = rootNames.map((name) => [name, leavesOf(name).length] as const).filter(([, count]) => count > 0)
  return `Usage: mqdeck [--config FILE]
       mqdeck reset-password [--config FILE] USERNAME
       mqdeck --help [GROUP] | --version

Starts an MQTT broker and its dashboard, or, while they are stopped, gives a user
of the dashboard a new password: it is asked for twice or, when the standard input
is no terminal, read from there as one line. All logins of that user end, and a second
factor is turned off. The audit log tells of it, when that is on.

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
