import {
  type AnyStruct,
  alarm,
  authorizationOptions,
  dashboard,
  delayed,
  durableSessions,
  flappingDetect,
  forceShutdown,
  log,
  mqtt,
  openTelemetry,
  prometheus,
  retainer,
  slowSubscriptionSettings,
  sysmon,
  sysTopics,
} from '@mqdeck/contract'
import { allSessionFields } from '../../features/mqtt-settings/mqtt-fields.ts'

/** A page that edits one root of the configuration. */
interface SettingPlace {
  readonly page: string
  readonly root: string
  readonly struct: AnyStruct
  /** Whether the page shows a field; all fields unless given. */
  readonly shows?: (field: string) => boolean
}

const without =
  (...fields: readonly string[]) =>
  (field: string) =>
    !fields.includes(field)

/** The page of each setting. The page is the path in the routes; unknown paths are left out. */
export const settingPlaces: readonly SettingPlace[] = [
  { page: '/mqtt/general', root: 'mqtt', struct: mqtt, shows: without(...allSessionFields) },
  { page: '/mqtt/session', root: 'mqtt', struct: mqtt, shows: (field) => allSessionFields.includes(field) },
  { page: '/mqtt/session-persistence', root: 'durable_sessions', struct: durableSessions },
  {
    page: '/mqtt/retainer',
    root: 'retainer',
    struct: retainer,
    shows: without('backend.type', 'backend.enable', 'backend.index_specs'),
  },
  { page: '/mqtt/system-topic', root: 'sys_topics', struct: sysTopics },
  { page: '/mqtt/force-shutdown', root: 'force_shutdown', struct: forceShutdown },
  { page: '/delayed-pub-configuration', root: 'delayed', struct: delayed },
  { page: '/authorization/settings', root: 'authorization', struct: authorizationOptions },
  { page: '/flapping-detect', root: 'flapping_detect', struct: flappingDetect },
  { page: '/slow-sub/config', root: 'slow_subs', struct: slowSubscriptionSettings },
  { page: '/alarm/settings', root: 'sysmon', struct: sysmon },
  { page: '/alarm/settings', root: 'alarm', struct: alarm },
  { page: '/log', root: 'log', struct: log },
  { page: '/dashboard-settings', root: 'dashboard', struct: dashboard, shows: without('default_password', 'sso') },
  {
    page: '/monitoring/integration',
    root: 'prometheus',
    struct: prometheus,
    shows: without('collectors.vm_dist', 'collectors.mnesia', 'collectors.vm_msacc'),
  },
  { page: '/monitoring/integration/opentelemetry', root: 'opentelemetry', struct: openTelemetry },
]
