import { type Hooks, hookPriority, type Message } from '@mqdeck/broker'
import type { ValidationCheck, ValidationSettings } from '@mqdeck/contract'
import type { Clock, Log } from '@mqdeck/kit'
import type { SchemaRegistry } from '../schemas/registry.ts'
import { createPolicies, type IsOver, type Policies, type PolicyResult, policyLimit } from './policies.ts'

/** A compiled SQL check: whether the statement selects the message. */
export type SqlCheck = (message: Message) => boolean | Promise<boolean>

export interface ValidationOptions {
  readonly hooks: Pick<Hooks, 'fold'>
  readonly clock: Clock
  readonly log: Log
  readonly schemas: SchemaRegistry
  /** Compiles a statement without FROM. */
  readonly compileSql: (sql: string) => SqlCheck
  readonly count: (result: 'succeeded' | 'failed') => void
  readonly onFailure: (name: string, message: Message) => void
}

export type Validations = Policies<ValidationSettings>

/** Validates published messages with schemas and SQL. */
export function createValidations({ hooks, clock, log, schemas, ...rest }: ValidationOptions): Validations {
  const { compileSql, count, onFailure } = rest
  const compileCheck = (check: ValidationCheck): SqlCheck => {
    if (check.type === 'sql') return compileSql(check.sql)
    const name = check.type === 'protobuf' ? [check.message_type] : []
    return ({ payload }) => schemas.check(check.schema, payload, ...name)
  }
  return createPolicies<ValidationSettings>({
    hooks,
    clock,
    log,
    kind: {
      priority: hookPriority.validation,
      logName: 'validation_failed',
      count,
      onFailure,
      compile: ({ checks, strategy }) => {
        const compiled = checks.map((check) => ({ label: labelOf(check), run: compileCheck(check) }))
        return (message, isOver) => {
          const pass: PolicyResult = { message }
          return runChecks(compiled, strategy === 'all_pass', message, isOver, pass, 0)
        }
      },
    },
  })
}

interface Compiled {
  readonly label: string
  readonly run: SqlCheck
}

/** All checks must pass, or any of them: the first result that decides ends the validation. */
function runChecks(
  checks: readonly Compiled[],
  isAll: boolean,
  message: Message,
  isOver: IsOver,
  pass: PolicyResult,
  first: number,
): PolicyResult | Promise<PolicyResult> {
  for (let index = first; index < checks.length; index += 1) {
    const check = checks[index]
    if (check === undefined) break
    if (isOver()) return { failed: 'the checks take too long' }
    const passes = attempt(check, message)
    if (passes instanceof Promise) {
      return passes.then((later) => {
        if (later !== isAll) return isAll ? { failed: `check ${check.label} failed` } : pass
        return runChecks(checks, isAll, message, policyLimit(), pass, index + 1)
      })
    }
    if (passes !== isAll) return isAll ? { failed: `check ${check.label} failed` } : pass
  }
  return isAll ? pass : { failed: 'no check passed' }
}

/** A check that cannot run fails, for example after its schema is gone. */
function attempt({ run }: Compiled, message: Message): boolean | Promise<boolean> {
  try {
    const result = run(message)
    return result instanceof Promise ? result.catch(() => false) : result
  } catch {
    return false
  }
}

const labelOf = (check: ValidationCheck): string =>
  check.type === 'sql' ? `sql ${check.sql.slice(0, 200)}` : `${check.type} ${check.schema}`
