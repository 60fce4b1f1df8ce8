import { MemberError } from '@mqdeck/access'
import { authenticatorId } from '@mqdeck/access/catalog'
import type { Broker, ZonesSettings } from '@mqdeck/broker'
import { AppError, isListenerName, maxAutoSubscribeTopics, maxRewriteRules, messageOf } from '@mqdeck/contract'
import { checkAutoSubscribe, checkRewriteRules } from '@mqdeck/extensions'
import { type Alarms, checkTopics, ExporterTlsError, maxTopicMetrics } from '@mqdeck/observe'
import type { Configuration, View } from '../../broker-config/configuration.ts'
import { withFolder } from '../../broker-config/folder-variables.ts'
import type { RootPlain, RootWire } from '../../broker-config/roots.ts'
import type { Logging } from '../../log/create-logging.ts'
import { LogSettingsError } from '../../log/log-settings.ts'
import { checkSources, withSourceFolders } from './access/authz-sources.ts'
import type { Access } from './access/create-access.ts'
import type { Accounts } from './accounts/open-accounts.ts'
import { loadBootstrapFile } from './api-keys/bootstrap-file.ts'
import type { MessageFeatures } from './create-message-features.ts'
import type { Observation } from './create-observation.ts'
import { createIntegrationCheck, toRefusal } from './integration/check-integration.ts'
import type { DataIntegration } from './integration/data-integration.ts'
import { toIntegrationSettings } from './integration/integration-settings.ts'
import { invalid } from './invalid.ts'
import { replaceListeners, toListeners } from './listener-settings.ts'
import { listenerEntries } from './listeners/listener-table.ts'
import type { StartFailures } from './start-failures.ts'
import { toFlappingSettings, toZonesSettings } from './zone-settings.ts'

/** Components that the configuration roots change. */
export interface Parts
  extends MessageFeatures,
    Pick<Access, 'flapping' | 'authentication' | 'authorization'>,
    Pick<Accounts, 'apiKeys'>,
    Pick<DataIntegration, 'integrations' | 'updateRules'>,
    Omit<Observation, 'start' | 'stop'> {
  readonly broker: Broker
  /** The data folder. */
  readonly folder: string
  /** Address of listeners that have only a port. */
  readonly bind: string
  readonly alarms: Alarms
  readonly failures: StartFailures
  /** Called when a change of connectors, actions or sources is active. */
  readonly integrationsSettled: () => void
  readonly logging: Logging
  /**
   * Applies the listeners of the dashboard. @throws {AppError} (rejects) if one cannot start; the previous ones keep
   * running then
   */
  readonly applyDashboard: (next: RootPlain<'dashboard'>) => Promise<void>
}

/** Connects every root of the configuration with the component that it changes. */
export function connectRoots(configuration: Configuration, parts: Parts): void {
  const { broker, failures } = parts
  // A zone that is deleted together with its listener must be deleted after it.
  const applyZones = (view: View) =>
    broker.updateZones({ ...pick(broker.zones(), broker.listeners()), ...toZonesSettings(view) })
  const applyFlapping = (view: View) => parts.flapping.update(toFlappingSettings(view))
  const nothing = () => {}

  configuration.connect('log', {
    check: ({ file }) => requireFewer('log.file', file, mostLogFiles),
    apply: (next) =>
      parts.logging.update(next).then(() => failures.resolve((part) => part.startsWith('log.')), refuseLog),
  })
  configuration.connect('mqtt', { apply: (_next, _previous, view) => applyZones(view) })
  configuration.connect('force_shutdown', { apply: (_next, _previous, view) => applyZones(view) })
  // Their structs reject every change.
  configuration.connect('force_gc', { apply: nothing })
  configuration.connect('durable_sessions', { apply: nothing })
  const rememberSessions = ({ session_history_retain }: RootPlain<'broker'>) =>
    broker.rememberSessions(session_history_retain)
  rememberSessions(configuration.plain('broker'))
  configuration.connect('broker', { apply: rememberSessions })
  configuration.connect('authentication', {
    check: refuseTwins,
    apply: (next) => parts.authentication.update(withFolder(next, parts.folder)).catch(refuseMember('authentication')),
    settled: () => parts.authentication.tidy(),
  })
  configuration.connect('authorization', {
    check: checkSources,
    apply: (next) =>
      parts.authorization.update(withSourceFolders(next, parts.folder)).catch(refuseMember('authorization.sources')),
    settled: () => parts.authorization.tidy(),
  })
  configuration.connect('api_key', {
    apply: ({ bootstrap_file: path }) =>
      loadBootstrapFile(path, parts.folder, parts.apiKeys).then(
        () => failures.resolve((part) => part === 'api_key.bootstrap_file'),
        (error: unknown) => {
          throw invalid('api_key.bootstrap_file', messageOf(error), path)
        },
      ),
  })
  configuration.connect('flapping_detect', { apply: (_next, _previous, view) => applyFlapping(view) })
  configuration.connect('zones', {
    check: (next, view) => {
      requireFewer('zones', next, mostZones)
      keepZonesInUse(configuration, view)
      toZonesSettings(view)
      toFlappingSettings(view)
    },
    apply: (_next, _previous, view) => {
      applyZones(view)
      applyFlapping(view)
    },
  })
  configuration.connect('listeners', {
    check: (next, view) => {
      for (const [type, some] of Object.entries(next)) requireFewer(`listeners.${type}`, some, mostListeners)
      checkListeners(view)
    },
    apply: async (_next, _previous, view, before) => {
      await replaceListeners(broker, toListeners(before, parts), toListeners(view, parts))
      applyZones(view)
    },
  })
  configuration.connect('retainer', { apply: (next) => broker.retained.updateSettings(next) })
  configuration.connect('delayed', { apply: (next) => parts.delayed.update(next) })
  configuration.connect('rewrite', {
    check: (next) => {
      if (next.length > maxRewriteRules) throw tooMany(`at most ${maxRewriteRules} rules`, 413)
      refuse(checkRewriteRules(next), (index, field) => `rewrite.${index + 1}.${field}`)
    },
    apply: (next) => parts.rewrite.update(next),
  })
  configuration.connect('auto_subscribe', {
    check: ({ topics }) => {
      if (topics.length > maxAutoSubscribeTopics) throw tooMany(`at most ${maxAutoSubscribeTopics} topics`, 409)
      refuse(checkAutoSubscribe(topics), (index, field) => `auto_subscribe.topics.${index + 1}.${field}`)
    },
    apply: ({ topics }) => parts.autoSubscribe.update(topics),
  })
  configuration.connect('sys_topics', { apply: (next) => parts.sysTopics.update(next) })
  configuration.connect('telemetry', { apply: (next) => parts.telemetry.update(next) })
  configuration.connect('prometheus', { apply: (next) => parts.prometheus.update(next) })
  configuration.connect('opentelemetry', {
    apply: (next) =>
      parts.openTelemetry
        .update(withFolder(next, parts.folder))
        .then(() => failures.resolve((part) => part === 'opentelemetry'), refuseExporter),
  })
  configuration.connect('topic_metrics', {
    check: (next) => {
      if (next.length > maxTopicMetrics) throw tooMany(`at most ${maxTopicMetrics} topics`, 409)
      refuse(
        checkTopics(next).map((problem) => ({ ...problem, field: 'topic' })),
        (index, field) => `topic_metrics.${index + 1}.${field}`,
      )
    },
    apply: (next) => parts.topicMetrics.update(next),
  })
  configuration.connect('slow_subs', { apply: (next) => parts.slowSubscriptions.update(next) })
  configuration.connect('alarm', { apply: (next) => parts.alarms.update(next) })
  configuration.connect('sysmon', { apply: (next) => parts.systemMonitor.update(next) })
  // Applies all three together, whichever has changed. Unchanged objects are not restarted.
  const applyIntegrations = (view: View) =>
    parts.integrations.update(toIntegrationSettings(view)).catch((error: unknown) => {
      throw toRefusal(error)
    })
  const checkIntegration = createIntegrationCheck(parts.integrations)
  for (const root of ['connectors', 'actions', 'sources'] as const) {
    configuration.connect(root, {
      check: (next, view) => {
        for (const [type, some] of Object.entries(next)) requireFewer(`${root}.${type}`, some ?? {}, mostIntegrations)
        checkIntegration(view)
      },
      apply: (_next, _previous, view) => applyIntegrations(view),
      settled: parts.integrationsSettled,
    })
  }
  configuration.connect('rule_engine', {
    check: (next, view) => {
      requireFewer('rule_engine.rules', next.rules, mostRules)
      checkIntegration(view)
    },
    apply: (_next, _previous, view) => parts.updateRules(view),
  })
  configuration.connect('dashboard', {
    check: ({ default_password }) => {
      if (default_password !== configuration.get('dashboard').default_password)
        throw invalid('dashboard.default_password', 'is read only. Change the password of the user instead', '******')
    },
    apply: async (next) => {
      await parts.applyDashboard(next)
      failures.resolve((part) => part.startsWith('dashboard.'))
    },
  })
}

/** Limits, because every change of the configuration checks all entries. Far above what is needed. */
const mostZones = 256
/** Per type. */
const mostListeners = 256
const mostLogFiles = 32
/** Connectors, actions or sources per type. */
const mostIntegrations = 1_000
const mostRules = 20_000

function requireFewer(path: string, some: object, most: number): void {
  const count = Object.keys(some).length
  if (count > most) throw invalid(path, `must have at most ${most} entries`, count)
}

function refuseTwins(chain: RootWire<'authentication'>): void {
  const ids = chain.map(authenticatorId)
  const index = ids.findIndex((id, at) => ids.indexOf(id) !== at)
  if (index >= 0) throw invalid(`authentication.${index + 1}`, 'is in the chain twice', ids[index])
}

const pick = (zones: ZonesSettings, listeners: readonly { readonly zone: string }[]) =>
  Object.fromEntries(Object.entries(zones).filter(([name]) => listeners.some(({ zone }) => zone === name)))

/** Reports the deleted zone instead of the listeners, which were not changed. */
function keepZonesInUse(before: View, view: View): void {
  const zones = view.get('zones')
  for (const gone of Object.keys(before.get('zones')).filter((name) => !Object.hasOwn(zones, name))) {
    const users = listenerEntries(view).filter(({ settings }) => settings.zone === gone)
    if (users.length > 0)
      throw invalid(
        `zones.${gone}`,
        `cannot be deleted: it is the zone of ${users.map(({ id }) => id).join(', ')}`,
        null,
      )
  }
}

function checkListeners(view: View): void {
  for (const { type, name, settings } of listenerEntries(view)) {
    const path = `listeners.${type}.${name}`
    if (!isListenerName(name)) throw invalid(path, 'must have a name of letters, digits, hyphens and underscores', name)
    if (settings.zone !== 'default' && !Object.hasOwn(view.get('zones'), settings.zone))
      throw invalid(`${path}.zone`, 'must name a zone that exists', settings.zone)
  }
}

interface Trouble {
  readonly index: number
  readonly field: string
  readonly reason: string
  readonly value: unknown
}

function refuse(problems: readonly Trouble[], toPath: (index: number, field: string) => string): void {
  const [first] = problems
  if (first) throw invalid(toPath(first.index, first.field), first.reason, first.value)
}

const tooMany = (what: string, status: number) => new AppError('EXCEED_LIMIT', `There may be ${what}`, { status })

/**
 * Reports settings that a chain rejects with the path of the field.
 * @param chain path of the chain
 */
export const refuseMember =
  (chain: string) =>
  (error: unknown): never => {
    if (!(error instanceof MemberError)) throw error
    const { index, field, message } = error
    throw invalid(`${chain}.${index + 1}${field === undefined ? '' : `.${field}`}`, message, undefined)
  }

function refuseExporter(error: unknown): never {
  if (error instanceof ExporterTlsError)
    throw invalid(`opentelemetry.exporter.ssl_options.${error.field}`, error.message, undefined)
  throw error
}

function refuseLog(error: unknown): never {
  if (error instanceof LogSettingsError) throw invalid(error.path, error.reason, error.value)
  throw error
}
