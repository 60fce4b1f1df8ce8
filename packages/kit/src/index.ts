export { BoundedMap } from './bounded-map.ts'
export { type Clock, maxTimerMs, systemClock } from './clock.ts'
export { type CounterHistory, createCounterHistory } from './counter-history.ts'
export { findDamage } from './database-file.ts'
export { createFailures, type Failure, type Failures, toSample } from './failures.ts'
export { Fifo } from './fifo.ts'
export { createHostCheck, createOriginCheck } from './host-check.ts'
export { inOrder } from './in-order.ts'
export { type Log, silentLog } from './log.ts'
export { isLoopback } from './loopback.ts'
export {
  checkNamedFile,
  NamedFileError,
  type NamedFileLimits,
  openRegularFile,
  openRegularFileSync,
  readNamedFile,
} from './named-file.ts'
export { canonicalAddress, canonicalNetwork } from './network.ts'
export { measureProcessorTime, processorLimit } from './processor-time.ts'
export { createRateMeter, type RateMeter, type Rates, rateSpan } from './rate-meter.ts'
export { readFileBytes } from './read-file-bytes.ts'
export { BatchError } from './resource/batch-error.ts'
export {
  type BufferSettings,
  createRequestBuffer,
  type PutOptions,
  type RequestBuffer,
  type RequestResult,
} from './resource/buffer.ts'
export {
  createRequestCounters,
  type RequestCounters,
  type RequestDropReason,
  type RequestMetrics,
} from './resource/request-counters.ts'
export {
  createResource,
  type Resource,
  type ResourceOptions,
  type ResourceState,
  type ResourceStatus,
  type ResourceType,
} from './resource/resource.ts'
export { type BufferStorage, diskStorage, memoryStorage } from './resource/storage.ts'
export { waitAtMost } from './resource/wait-at-most.ts'
export { SettingsError } from './settings-error.ts'
export { startThread } from './start-thread.ts'
export { type Key, openStore, type Store, type Table } from './store.ts'
export { createTaskThread, ThreadError } from './task-thread.ts'
export { parseSqlTemplate, type SqlParameters, type SqlTemplate } from './template/sql.ts'
export {
  type Lookup,
  parseTemplate,
  renderTemplate,
  ruleText,
  type Template,
  type TemplatePart,
  templateText,
} from './template/template.ts'
export type { ShowPayload, TraceEntry, TraceSubject, Tracing } from './tracing.ts'
export { createTrustedProxies, type TrustedProxies } from './trusted-proxies.ts'
export { runSteps, type Step } from './undo.ts'
export * from './variform/index.ts'
