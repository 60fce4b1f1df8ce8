export {
  createExHooks,
  type ExHooks,
  type ExHookTestResult,
  type ExHookView,
} from './exhook/exhooks.ts'
export type { ExHookSettings } from './exhook/settings.ts'
export { checkPackage } from './plugins/check-package.ts'
export { type NameVersion, parseNameVersion } from './plugins/name-version.ts'
export {
  createPlugins,
  type PluginMetric,
  type Plugins,
  type PluginView,
  type StoredPlugin,
} from './plugins/plugins.ts'
