export { type Clock, systemClock } from './clock.ts'
export { inOrder } from './in-order.ts'
export { type Log, silentLog } from './log.ts'
export { createRateMeter, type RateMeter, type Rates } from './rate-meter.ts'
export {
  createResource,
  type Resource,
  type ResourceOptions,
  type ResourceState,
  type ResourceStatus,
  type ResourceType,
} from './resource/resource.ts'
export { type Key, openStore, type Store, type Table } from './store.ts'
export { parseSqlTemplate, type SqlParameters, type SqlTemplate } from './template/sql.ts'
export {
  type Lookup,
  parseTemplate,
  renderTemplate,
  type Template,
  type TemplatePart,
  templateText,
} from './template/template.ts'
export * from './variform/index.ts'
