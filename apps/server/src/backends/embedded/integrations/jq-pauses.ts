import type { Log } from '@mqdeck/kit'
import type { AlarmPort } from '@mqdeck/observe'
import {
  createJqThreads,
  type EngineSettings,
  type JqPause,
  type RuleDefinition,
  type RuleEnvironment,
} from '@mqdeck/rules'

/** Rules whose jq program is paused because it repeatedly exceeded its time limit. */
export interface JqPauses {
  /** Undefined if no program of the rule is paused. */
  readonly of: (rule: string) => JqPause | undefined
}

/** The jq programs of all rules. */
export interface RuleJq extends JqPauses {
  /** The `jq` function of one rule; without a rule, of SQL tests. */
  readonly functionOf: (rule: string | undefined) => NonNullable<RuleEnvironment['jq']>
  /** Ends the pauses of rules that have other SQL now, are disabled or were removed. */
  readonly update: (settings: EngineSettings) => void
  readonly close: () => Promise<void>
}

interface RuleJqOptions {
  readonly alarms: AlarmPort
  readonly log: Log
  /** Default time limit of a program in milliseconds. */
  readonly defaultTimeout: () => number
}

/** Maximum length of a program in the log and in an alarm, in characters. */
const shownProgram = 200

const alarmOf = (rule: string) => `jq_paused:${rule}`

export function createRuleJq({ alarms, log, defaultTimeout }: RuleJqOptions): RuleJq {
  let rules: readonly RuleDefinition[] = []
  const isRule = (owner: string) => rules.some(({ id, enable }) => enable && id === owner)
  const threads = createJqThreads({
    onPause(owner, { program, until, timeout }) {
      const paused_until = new Date(until).toISOString()
      const details = { rule: owner, program: program.slice(0, shownProgram), paused_until, time_limit: timeout }
      log.error(details, 'jq_program_paused')
      if (isRule(owner))
        alarms.activate(
          alarmOf(owner),
          { reason: 'jq_program_paused', ...details },
          `the jq program of rule ${owner} is paused: it exceeded its time limit of ${timeout} ms three times in a row`,
        )
    },
    onRecovery: (owner) => void alarms.deactivate(alarmOf(owner)),
  })
  return {
    of: (rule) => (isRule(rule) ? threads.pauseOf(rule) : undefined),
    functionOf:
      (rule) =>
      (program, json, timeout = defaultTimeout()) =>
        // No rule has such an ID. Each tested program has its own record.
        threads.run(rule ?? `sql_test:${program.slice(0, shownProgram)}`, program, json, timeout),
    update(settings) {
      const next = new Map(settings.rules.map((rule) => [rule.id, rule]))
      for (const { id, sql, enable } of rules) {
        const now = next.get(id)
        if (now?.sql !== sql || now.enable !== enable) threads.forget(id)
      }
      rules = settings.rules
    },
    close: threads.close,
  }
}
