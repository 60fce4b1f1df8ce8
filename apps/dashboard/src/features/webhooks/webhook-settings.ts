import type { NewAction, NewConnector, Rule } from '@mqdeck/contract'
import { isRecord } from '../../lib/json/json-path.ts'
import { type RuleActions, type RuleBody, ruleSettingsOf, settingsOf } from '../integrations/index.ts'
import { type Parts, partId, partName, summaryOf } from './webhook.ts'

type Settings = Readonly<Record<string, unknown>>
type Headers = Readonly<Record<string, string>>

/** Value of the webhook form. */
export interface WebhookSettings {
  readonly name: string
  readonly description: string
  readonly sql: string
  /** Without headers, because all headers are in the action. */
  readonly connector: Settings
  readonly action: Settings & { readonly parameters: Settings }
}

/** Request bodies of the three parts. */
export interface PartBodies {
  readonly connector: NewConnector
  readonly action: NewAction
  readonly rule: RuleBody & { readonly id: string }
}

/** Fields that the webhook sets for all parts. */
const ofConnector = ['enable', 'tags', 'description', 'headers'] as const
const ofAction = ['enable', 'tags', 'description', 'connector'] as const

/** Value of the form. A missing part is created when the webhook is saved. */
export function toSettings(name: string, parts: Parts): WebhookSettings {
  const connector = settingsOf(parts.connector ?? {}, undefined)
  const action = settingsOf(parts.action ?? {}, undefined)
  const parameters = isRecord(action.parameters) ? action.parameters : {}
  const { sql, description } = summaryOf(parts)
  return {
    name,
    description,
    sql,
    connector: without(connector, ofConnector),
    action: {
      ...without(action, ofAction),
      parameters: {
        ...(parts.action ? {} : { method: 'post' }),
        ...parameters,
        headers: mergedHeaders(headersOf(connector), headersOf(parameters)),
      },
    },
  }
}

/** Request bodies for the settings. `enable` and fields that are not in the form are kept. */
export function toPartBodies(settings: WebhookSettings, before: Parts): PartBodies {
  const name = partName(settings.name)
  const { connector, action, rule } = before
  const isOn = [connector, action, rule].every((part) => part?.enable !== false)
  const { description } = settings
  const oldConnector = settingsOf(connector ?? {}, undefined)
  const oldAction = settingsOf(action ?? {}, undefined)
  const headers = headersOf(settings.action.parameters)
  const oldParameters = isRecord(oldAction.parameters) ? oldAction.parameters : {}
  return {
    connector: {
      ...only(oldConnector, ['tags']),
      ...settings.connector,
      type: 'http',
      name,
      enable: connector?.enable ?? isOn,
      description,
      headers: withoutForeignSecrets(headers, headersOf(oldConnector), headersOf(oldParameters)),
    },
    action: {
      ...only(oldAction, ['tags']),
      ...settings.action,
      type: 'http',
      name,
      connector: name,
      enable: action?.enable ?? isOn,
      description,
      parameters: {
        ...settings.action.parameters,
        headers: withoutForeignSecrets(headers, headersOf(oldParameters), headersOf(oldConnector)),
      },
    },
    rule: {
      ...(rule ? ruleSettingsOf(rule) : { name: '', actions: [partId(settings.name)], enable: isOn }),
      ...(rule && { actions: withAction(rule, partId(settings.name)) }),
      id: name,
      sql: settings.sql,
      description,
    },
  }
}

/** Request bodies for the current parts, to change single fields or to restore them. */
export function currentParts(name: string, { connector, action, rule }: Parts): Partial<PartBodies> {
  const named = { type: 'http', name: partName(name) }
  return {
    ...(connector && { connector: { ...settingsOf(connector, undefined), ...named } }),
    ...(action && { action: { ...settingsOf(action, undefined), ...named, connector: action.connector } }),
    ...(rule && { rule: { ...ruleSettingsOf(rule), id: rule.id } }),
  }
}

/** Adds the action again if it was removed from the rule. */
const withAction = ({ actions }: Rule, id: string): RuleActions =>
  (actions.includes(id) ? [...actions] : [id, ...actions]) as RuleActions // IDs from the broker

const mask = '******'

/** Headers of the action override those of the connector. EMQX stores them in both. */
function mergedHeaders(ofConnector: Headers, ofAction: Headers): Headers {
  const own = new Set(Object.keys(ofAction).map((name) => name.toLowerCase()))
  const others = Object.entries(ofConnector).filter(([name]) => !own.has(name.toLowerCase()))
  return { ...Object.fromEntries(others), ...ofAction }
}

/**
 * Headers for one part. A masked secret is only sent to a part that has it, because the broker cannot resolve `******`
 * for other parts. If no part has it, the value was typed by the user.
 */
function withoutForeignSecrets(headers: Headers, own: Headers, other: Headers): Headers {
  const has = (some: Headers, name: string) => Object.keys(some).some((one) => one.toLowerCase() === name.toLowerCase())
  return Object.fromEntries(
    Object.entries(headers).filter(([name, value]) => value !== mask || has(own, name) || !has(other, name)),
  )
}

function headersOf({ headers }: Settings): Headers {
  return isRecord(headers)
    ? Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    : {}
}

const without = (settings: Settings, names: readonly string[]): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([key]) => !names.includes(key)))

const only = (settings: Settings, names: readonly string[]): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([key]) => names.includes(key)))
