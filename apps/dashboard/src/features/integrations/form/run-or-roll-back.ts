import { ApiError } from '@mqdeck/contract'
import { errorSentence } from '../../../api/errors/errors.ts'
import { LocalizedError } from '../../../api/index.ts'
import type { Locale } from '../../../i18n/index.ts'

/** A change to the broker that can be undone. */
export interface Step {
  /** Name for error messages. */
  readonly name: Readonly<Record<Locale, string>>
  readonly make: () => Promise<unknown>
  readonly undo: () => Promise<unknown>
}

/**
 * Runs all steps or none, for brokers without an endpoint for several changes. If a step fails, the previous steps are
 * undone in reverse order.
 * @throws {LocalizedError} (rejects) with the failed step, its reason, and the steps that were or could not be undone
 */
export async function runOrRollBack(steps: readonly Step[]): Promise<void> {
  const made: Step[] = []
  for (const step of steps) {
    try {
      await step.make()
    } catch (error) {
      throw await rollBack(made.toReversed(), step, error, steps.length > 1)
    }
    made.push(step)
  }
}

async function rollBack(
  made: readonly Step[],
  failed: Step,
  error: unknown,
  isOneOfSeveral: boolean,
): Promise<unknown> {
  const back: Step[] = []
  const left: Step[] = []
  for (const step of made) {
    try {
      await step.undo()
      back.push(step)
    } catch (reason) {
      const isGone = reason instanceof ApiError && reason.status === 404
      ;(isGone ? back : left).push(step)
    }
  }
  // Errors of a field are shown at that field.
  if (left.length === 0 && !isOneOfSeveral) return error
  const names = (steps: readonly Step[], locale: Locale, between: string) =>
    steps.map(({ name }) => name[locale]).join(between)
  return new LocalizedError({
    en: [
      `${failed.name.en}: ${errorSentence(error, 'en')}`,
      ...(back.length > 0 ? [`Rolled back: ${names(back, 'en', ', ')}.`] : []),
      ...(left.length > 0 ? [`Could not be rolled back: ${names(left, 'en', ', ')}.`] : []),
    ].join(' '),
    zh: [
      `${failed.name.zh}：${errorSentence(error, 'zh')}`,
      ...(back.length > 0 ? [`以下各项已回滚：${names(back, 'zh', '、')}。`] : []),
      ...(left.length > 0 ? [`以下各项无法回滚：${names(left, 'zh', '、')}。`] : []),
    ].join(' '),
  })
}
