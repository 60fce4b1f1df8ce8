import { isRecord } from '@mqdeck/contract'
import { type Json, listAt, objectAt } from '../recordings/json.ts'
import { recordings } from '../recordings/recordings.ts'
import type { Cluster } from './cluster.ts'
import type { Row } from './lists.ts'
import { type Call, empty, invalid, ok, type ReplayedResponse, refuse } from './response.ts'
import { nodeNames } from './two-nodes.ts'

const list = '/plugins'

const recorded = (name: string): unknown => recordings('plugins').find((one) => one.name === `plugins/${name}`)?.body
const recordedObject = (name: string) => objectAt({ body: recorded(name) }, 'body')

/**
 * Plugins in different states: `recplug` is running and has a configuration, `plainplug` has no schema and is running on
 * the first node only, `crashplug` is stopped and cannot be started.
 */
export function loadedPlugins(): ReadonlyMap<string, unknown> {
  const [, plain] = listAt({ all: recorded('028_list_two') }, 'all').map((one) => objectAt({ one }, 'one'))
  const schema = recordedObject('011_get_plugins_recplug-1.0.0_schema')
  const config = recordedObject('019_config_after_put')
  const both = nodeNames
  return new Map([
    [
      list,
      [
        { ...recordedObject('015_get_started'), schema, config, running: both },
        { ...plain, readme: '# plainplug\nreadme\n', schema: noSchema, running: both.slice(0, 1) },
        { ...recordedObject('079_crashplug_after_start'), schema: noSchema, running: [] },
      ],
    ],
  ])
}

const noSchema = { avsc: null, i18n: null }

/** A plugin that does not start. EMQX reports success all the same. */
const crashing = 'crashplug-0.1.0'

/** All calls to plugins. Undefined for other calls. */
export function pluginCall(cluster: Cluster, call: Call): ReplayedResponse | undefined {
  const { route, method } = call
  if (route.template !== list && !route.template.startsWith(`${list}/`)) return undefined
  return table[`${method} ${route.template}`]?.({ cluster, call, rows: cluster.resources.rows(list) ?? [] })
}

interface Context {
  readonly cluster: Cluster
  readonly call: Call
  readonly rows: readonly Row[]
}

const idOf = ({ name, rel_vsn }: Row) => `${name}-${rel_vsn}`
const nameOf = ({ call }: Context) => call.route.params.name ?? ''
const find = (context: Context) => context.rows.find((row) => idOf(row) === nameOf(context))
const set = ({ cluster }: Context, rows: readonly Row[]) => cluster.resources.write(list, rows)
const notFound = refuse(404, 'NOT_FOUND', 'Plugin Not Found')

function change(context: Context, changes: Json): ReplayedResponse {
  set(
    context,
    context.rows.map((row) => (idOf(row) === nameOf(context) ? { ...row, ...changes } : row)),
  )
  return empty()
}

/** The details of a plugin, with its state on the nodes that are running. */
function shown({ cluster }: Context, { schema: _, config: __, running, ...row }: Row): Json {
  const runs = [running].flat()
  const status = (node: string) => (runs.includes(node) ? 'running' : 'stopped')
  return { ...row, running_status: cluster.nodes().map((node) => ({ node, status: status(node) })) }
}

function withoutReadme({ readme: _, ...row }: Json): Json {
  return row
}

function move(context: Context): ReplayedResponse {
  const row = find(context)
  const name = nameOf(context)
  if (!row)
    return refuse(400, 'MOVE_FAILED', `#{msg => "bad_info_file",reason => {enoent,"plugins/${name}/release.json"}}`)
  const { body } = context.call
  const position = isRecord(body) ? body.position : undefined
  const others = context.rows.filter((one) => one !== row)
  if (position === 'front') set(context, [row, ...others])
  else if (position === 'rear') set(context, [...others, row])
  else {
    const [, where, neighbor] = /^(before|after):(.+)$/.exec(String(position)) ?? []
    if (where === undefined) return { status: 500, json: recorded('047_move_empty') }
    const index = others.findIndex((one) => idOf(one) === neighbor)
    if (index < 0)
      return refuse(
        400,
        'MOVE_FAILED',
        `#{hint => "maybe_install_and_configure",msg => "position_anchor_plugin_not_configured",name_vsn => "${neighbor}"}`,
      )
    set(context, others.toSpliced(where === 'before' ? index : index + 1, 0, row))
  }
  return empty()
}

/** Without EMQX's command line, no further package can be allowed. */
function install({ call, rows }: Context): ReplayedResponse {
  const file = /filename="([^"]+)"/.exec(String(call.body))?.[1]
  if (file === undefined) return { status: 500, json: recorded('089_install_json') }
  const name = file.replace(/\.tar\.gz$/, '')
  if (rows.some((row) => idOf(row) === name))
    return refuse(400, 'ALREADY_INSTALLED', `<<"${file}">> is already installed`)
  const hint = `first allow it to be installed by running: \`emqx ctl plugins allow ${name}\``
  return refuse(403, 'FORBIDDEN', `Package is not allowed installation; ${hint}`)
}

function configure(context: Context): ReplayedResponse {
  const row = find(context)
  const { body } = context.call
  if (!row) return notFound
  const { avsc } = objectAt(row, 'schema')
  if (isRecord(avsc)) {
    const fields = listAt(avsc, 'fields').map((one) => objectAt({ one }, 'one').name)
    const unknown = Object.keys(objectAt({ body }, 'body')).find((field) => !fields.includes(field))
    if (unknown !== undefined)
      return refuse(400, 'BAD_CONFIG', `#{reason => {unknown_field,<<"${unknown}">>},which_op => "decode_avro_json"}`)
  }
  return change(context, { config: body })
}

const table: Readonly<Record<string, (context: Context) => ReplayedResponse>> = {
  'GET /plugins': (context) => ok(context.rows.map((row) => withoutReadme(shown(context, row)))),
  'POST /plugins/install': install,
  'GET /plugins/{name}': (context) => {
    const row = find(context)
    return row ? ok(shown(context, row)) : refuse(404, 'NOT_FOUND', nameOf(context))
  },
  'DELETE /plugins/{name}': (context) => {
    const row = find(context)
    if (!row) return refuse(404, 'NOT_FOUND', `plugins/${nameOf(context)}/release.json does not exist`)
    set(
      context,
      context.rows.filter((one) => one !== row),
    )
    return empty()
  },
  // EMQX does not report an unknown plugin.
  'PUT /plugins/{name}/{action}': (context) => {
    const { action } = context.call.route.params
    if (action !== 'start' && action !== 'stop')
      return invalid({ value: action, reason: 'not_a_enum_symbol', path: 'action', kind: 'validation_error' })
    const isStart = action === 'start' && nameOf(context) !== crashing
    return change(context, { running: isStart ? context.cluster.nodes() : [] })
  },
  'POST /plugins/{name}/move': move,
  'GET /plugins/{name}/schema': (context) => {
    const row = find(context)
    return row ? ok(row.schema) : notFound
  },
  'GET /plugins/{name}/config': (context) => {
    const row = find(context)
    if (!row) return notFound
    return row.config === undefined ? refuse(400, 'BAD_CONFIG', 'Plugin Config Not Found') : ok(row.config)
  },
  'PUT /plugins/{name}/config': configure,
}
