import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import { body, field, oneOf, response, string } from '../fields/index.ts'

/** `name-version`, such as `my_plugin-1.0.0`. */
const nameVersion = () =>
  field({ type: 'string', pattern: '^[A-Za-z]+[A-Za-z0-9-_.]*$' }, (value, refuse): string =>
    typeof value === 'string' && /^[A-Za-z]+[A-Za-z0-9\-_.]*$/.test(value)
      ? value
      : refuse({ reason: 'Name should be ^[A-Za-z]+[A-Za-z0-9-_.]*$' }),
  )

/**
 * - `running`, `stopped`
 * - `loaded`: installed but not started since the start of the node
 * - `unloaded`: installed, but its files on the node cannot be used
 *
 * EMQX returns only the first two.
 */
export const pluginStatuses = ['running', 'stopped', 'loaded', 'unloaded'] as const
export type PluginStatus = (typeof pluginStatuses)[number]

const texts = z.array(z.string())

/** A plugin on one node. */
export const PluginNodeStatus = response({
  node: z.string(),
  status: z.enum(pluginStatuses),
  /** Why the plugin is not running although it was started. An addition to EMQX's response. */
  status_reason: z.string().optional(),
})
export type PluginNodeStatus = z.infer<typeof PluginNodeStatus>

/** The contents of `release.json`, the digest of the package, and the status on each node. */
export const Plugin = response({
  name: z.string(),
  rel_vsn: z.string(),
  rel_apps: texts,
  description: z.string(),
  running_status: z.array(PluginNodeStatus),
  authors: texts.optional(),
  builder: response({
    name: z.string().optional(),
    contact: z.string().optional(),
    website: z.string().optional(),
  }).optional(),
  repo: z.string().optional(),
  functionality: texts.optional(),
  /** Versions of the broker: `{"emqx": "~> 5.0"}`. */
  compatibility: z.record(z.string(), z.string()).optional(),
  git_ref: z.string().optional(),
  git_commit_or_build_date: z.string().optional(),
  metadata_vsn: z.string().optional(),
  /** Missing in EMQX's document but not in its responses, like the next four. */
  md5sum: z.string().optional(),
  with_config_schema: z.boolean().optional(),
  hidden: z.boolean().optional(),
  emqx_plugrel_vsn: z.string().optional(),
  built_on_otp_release: z.string().optional(),
  /** Version of the API of MQDeck that the plugin was written for. */
  mqdeck_api: z.int().optional(),
})
export type Plugin = z.infer<typeof Plugin>

/** With the text of README.md, if the package has one. */
export const PluginDetails = response({ ...Plugin.shape, readme: z.string().optional() })
export type PluginDetails = z.infer<typeof PluginDetails>

const anyObject = z.record(z.string(), z.unknown())

/** Both are null if the plugin has no schema. `avsc` is an Avro record whose fields have `$ui` hints for the form. */
export const PluginSchema = response({
  avsc: anyObject.nullable(),
  /** Texts by key: `{"$port_label": {"en": "Port", "zh": "端口"}}`. */
  i18n: z.record(z.string(), z.record(z.string(), z.string())).nullable(),
})
export type PluginSchema = z.infer<typeof PluginSchema>

const one = { tag: 'Plugins', params: z.object({ name: nameVersion() }) } as const
const notFound = ['NOT_FOUND'] as const

/** In the order in which their hooks are called. */
export const listPlugins = endpoint({ method: 'GET', path: '/plugins', tag: 'Plugins', ok: { 200: z.array(Plugin) } })

/** Installs `name-version.tar.gz`, after the package was allowed on the command line. */
export const installPlugin = endpoint({
  method: 'POST',
  path: '/plugins/install',
  title: { en: 'Install plugin', zh: '安装插件' },
  tag: 'Plugins',
  upload: 'plugin',
  missingUpload: 'Please upload the file first',
  timeoutMs: 120_000,
  ok: { 204: empty },
  errors: {
    400: ['UNEXPECTED_ERROR', 'ALREADY_INSTALLED', 'BAD_PLUGIN_INFO', 'BAD_REQUEST'],
    403: ['FORBIDDEN'],
  },
})

export const getPlugin = endpoint({
  method: 'GET',
  path: '/plugins/{name}',
  ...one,
  ok: { 200: PluginDetails },
  errors: { 404: notFound },
})

/** Stops and uninstalls a plugin. Its configuration is deleted too. */
export const uninstallPlugin = endpoint({
  method: 'DELETE',
  path: '/plugins/{name}',
  title: { en: 'Uninstall plugin', zh: '卸载插件' },
  ...one,
  ok: { 204: empty },
  errors: { 404: notFound },
})

/** A plugin that fails to start remains stopped, and the message of the 400 has the reason. */
export const changePluginState = endpoint({
  method: 'PUT',
  path: '/plugins/{name}/{action}',
  title: { en: 'Start or stop plugin', zh: '启动或停止插件' },
  tag: 'Plugins',
  params: z.object({ name: nameVersion(), action: oneOf(['start', 'stop']) }),
  timeoutMs: 60_000,
  ok: { 204: empty },
  errors: { 400: ['UNEXPECTED_ERROR'], 404: notFound },
})

/** `front`, `rear`, `before:NAME-VERSION` or `after:NAME-VERSION` */
export const PluginPosition = body({ position: string() })

export const movePlugin = endpoint({
  method: 'POST',
  path: '/plugins/{name}/move',
  title: { en: 'Move plugin', zh: '移动插件' },
  ...one,
  body: PluginPosition,
  ok: { 204: empty },
  errors: { 400: ['MOVE_FAILED'] },
})

export const getPluginSchema = endpoint({
  method: 'GET',
  path: '/plugins/{name}/schema',
  ...one,
  ok: { 200: PluginSchema },
  errors: { 404: notFound },
})

/** In Avro's JSON encoding, as EMQX returns it: a value of a union is `{"string": "x"}` or null. */
export const getPluginConfig = endpoint({
  method: 'GET',
  path: '/plugins/{name}/config',
  ...one,
  ok: { 200: anyObject },
  errors: { 400: ['BAD_CONFIG'], 404: notFound },
})

/** Applied immediately. If the plugin rejects it, the previous configuration remains. */
export const updatePluginConfig = endpoint({
  method: 'PUT',
  path: '/plugins/{name}/config',
  title: { en: 'Edit plugin configuration', zh: '编辑插件配置' },
  ...one,
  body: anyObject,
  keepsNulls: true,
  timeoutMs: 60_000,
  ok: { 204: empty },
  errors: { 400: ['BAD_CONFIG'], 404: notFound },
})

export const plugins = {
  listPlugins,
  installPlugin,
  getPlugin,
  uninstallPlugin,
  changePluginState,
  movePlugin,
  getPluginSchema,
  getPluginConfig,
  updatePluginConfig,
}
