import type { Authentication, Authorization } from '@mqdeck/access'
import type { Broker } from '@mqdeck/broker'
import type { DelayedPublish } from '@mqdeck/extensions'
import type { Integrations } from '@mqdeck/integrations'
import type { Clock } from '@mqdeck/kit'
import type {
  Alarms,
  ClientTimeline,
  Monitor,
  NodeInfo,
  OpenTelemetry,
  Prometheus,
  SlowSubscriptions,
  Stats,
  TopicMetrics,
  TraceLists,
  Traces,
} from '@mqdeck/observe'
import type { RuleEngine } from '@mqdeck/rules'
import type { Configuration } from '../../configuration/configuration.ts'
import type { Logging } from '../../log/create-logging.ts'
import type { Migrations } from '../../migrate/migrations.ts'
import type { SecondFactors } from './accounts/second-factors.ts'
import type { Sessions } from './accounts/sessions.ts'
import type { Tokens } from './accounts/tokens.ts'
import type { Users } from './accounts/users.ts'
import type { ApiKeys } from './api-keys/api-keys.ts'
import type { AuditLog } from './audit/audit-log.ts'
import type { Backups } from './backup/backups.ts'
import type { Bans } from './banned/bans.ts'
import type { RuleSteps } from './integration/rule-steps.ts'
import type { Telemetry } from './telemetry/telemetry.ts'

/** What the handlers of the API are made of. */
export interface Services {
  readonly broker: Broker
  readonly authentication: Authentication
  readonly authorization: Authorization
  readonly configuration: Configuration
  readonly dataFolder: string
  readonly delayed: DelayedPublish
  readonly topicMetrics: TopicMetrics
  readonly slowSubscriptions: SlowSubscriptions
  readonly alarms: Alarms
  readonly integrations: Integrations
  readonly ruleEngine: RuleEngine
  readonly ruleSteps: RuleSteps
  readonly clock: Clock
  readonly version: string
  readonly users: Users
  readonly tokens: Tokens
  readonly sessions: Sessions
  readonly secondFactors: SecondFactors
  readonly apiKeys: ApiKeys
  readonly auditLog: AuditLog
  readonly bans: Bans
  readonly backups: Backups
  readonly monitor: Monitor
  readonly stats: Stats
  readonly prometheus: Prometheus
  readonly openTelemetry: OpenTelemetry
  readonly traceLists: TraceLists
  readonly traces: Traces
  readonly clientTimeline: ClientTimeline
  readonly nodeInfo: () => NodeInfo
  readonly telemetry: Telemetry
  readonly logging: Logging
  readonly migrations: Migrations
  /** Whether the broker takes connections. */
  readonly isRunning: () => boolean
}
