import {
  ApiError,
  changePluginState,
  getPlugin,
  getPluginConfig,
  getPluginSchema,
  listPlugins,
  movePlugin,
  type Plugin,
  type PluginDetails,
  type PluginSchema,
  uninstallPlugin,
  updatePluginConfig,
} from '@mqdeck/contract'
import { defineChange, defineQuery, type Moved, orIfMissing } from '../../api/index.ts'

interface ById {
  /** Such as `my_plugin-1.0.0`. */
  readonly name: string
}

export const pluginIdOf = ({ name, rel_vsn }: Pick<Plugin, 'name' | 'rel_vsn'>): string => `${name}-${rel_vsn}`

export const pluginsQuery = defineQuery<undefined, readonly Plugin[]>({
  name: 'plugins',
  load: (call, _, signal) => call(listPlugins, { signal }),
  poll: 'chosen',
})

export const pluginQuery = defineQuery<ById, PluginDetails>({
  name: 'plugin',
  load: (call, params, signal) => call(getPlugin, { params, signal }),
  poll: 'chosen',
})

/** Without a schema, both parts are null. */
export const schemaQuery = defineQuery<ById, PluginSchema>({
  name: 'plugin-schema',
  load: (call, params, signal) => orIfMissing(call(getPluginSchema, { params, signal }), { avsc: null, i18n: null }),
})

export const configQuery = defineQuery<ById, Readonly<Record<string, unknown>>>({
  name: 'plugin-config',
  load: (call, params, signal) =>
    call(getPluginConfig, { params, signal }).catch((error: unknown) => {
      // EMQX, for a plugin without a schema that was never configured.
      if (error instanceof ApiError && error.code === 'BAD_CONFIG') return {}
      throw error
    }),
})

const outdated = [pluginsQuery, pluginQuery]

export const pluginChanges = {
  setState: defineChange<ById & { readonly action: 'start' | 'stop' }, undefined>({
    apply: (call, params) => call(changePluginState, { params }),
    invalidates: outdated,
  }),
  uninstall: defineChange<ById, undefined>({
    apply: (call, params) => call(uninstallPlugin, { params }),
    invalidates: outdated,
  }),
  move: defineChange<Moved, undefined>({
    apply: (call, { id, position }) => call(movePlugin, { params: { name: id }, body: { position } }),
    invalidates: [pluginsQuery],
  }),
  configure: defineChange<ById & { readonly config: Readonly<Record<string, unknown>> }, undefined>({
    apply: (call, { name, config }) => call(updatePluginConfig, { params: { name }, body: config }),
    invalidates: [configQuery],
  }),
}
