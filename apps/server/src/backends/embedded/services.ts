import type { Broker } from '@mqdeck/broker'
import type { Clock } from '@mqdeck/kit'
import type { Alarms, Traces } from '@mqdeck/observe'
import type { Configuration } from '../../broker-config/configuration.ts'
import type { Logging } from '../../log/create-logging.ts'
import type { Migrations } from '../../migrate/migrations.ts'
import type { SecurityProfile } from '../../start-options/security-profile.ts'
import type { Access } from './access/service.ts'
import type { Accounts } from './accounts/service.ts'
import type { AuditLog } from './audit/service.ts'
import type { Backups } from './backup/service.ts'
import type { Observation } from './create-observation.ts'
import type { DataHub } from './data-hub/service.ts'
import type { ExHookService } from './exhook/service.ts'
import type { GatewayService } from './gateways/service.ts'
import type { DataIntegration } from './integrations/service.ts'
import type { MessageFeatures } from './mqtt-features/service.ts'
import type { PluginService } from './plugins/service.ts'

/** Components that the API handlers use. */
export interface Services
  extends Accounts,
    Pick<Access, 'bans' | 'authentication' | 'authorization'>,
    Pick<MessageFeatures, 'delayed'>,
    Pick<DataIntegration, 'integrations' | 'ruleEngine' | 'ruleSteps' | 'jqPauses' | 'integrationHistory'>,
    Omit<DataHub, 'start'>,
    Omit<Observation, 'start' | 'stop'> {
  readonly broker: Broker
  readonly gateways: Pick<GatewayService, 'gateways' | 'chains' | 'retry'>
  readonly exhook: Pick<ExHookService, 'exhooks' | 'changes'>
  readonly plugins: Pick<PluginService, 'plugins' | 'folder'>
  readonly configuration: Configuration
  readonly dataFolder: string
  readonly profile: SecurityProfile
  /** Address of listeners that have only a port. */
  readonly bind: string
  /** Addresses and networks of the start option. */
  readonly trustedProxies: readonly string[]
  readonly alarms: Alarms
  readonly clock: Clock
  readonly version: string
  readonly auditLog: AuditLog
  readonly backups: Backups
  readonly traces: Traces
  readonly logging: Logging
  readonly migrations: Migrations
  /** Whether the broker accepts connections. */
  readonly isRunning: () => boolean
}
