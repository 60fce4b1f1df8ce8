/** A step of a change that can be undone. */
export interface Step {
  run(): unknown
  /** Undoes a step that has run. */
  undo(): unknown
}

/**
 * Runs steps one after the other. If a step fails, those before it are undone in reverse order, and the promise rejects with the
 * error of the step. It rejects with an `AggregateError` if not all of them could be undone.
 * @returns a function that undoes all steps
 */
export async function runSteps(steps: readonly Step[]): Promise<() => Promise<void>> {
  const done: Step[] = []
  for (const step of steps) {
    try {
      await step.run()
    } catch (error) {
      const failures = await undoAll(done)
      throw failures.length === 0 ? error : notRestored([error, ...failures])
    }
    done.push(step)
  }
  return async () => {
    const failures = await undoAll(done)
    if (failures.length > 0) throw notRestored(failures)
  }
}

/** Undoes as many steps as possible. */
async function undoAll(steps: readonly Step[]): Promise<readonly unknown[]> {
  const failures: unknown[] = []
  for (const step of steps.toReversed()) {
    try {
      await step.undo()
    } catch (error) {
      failures.push(error)
    }
  }
  return failures
}

const notRestored = (errors: readonly unknown[]) =>
  new AggregateError(errors, `the previous state could not be restored: ${errors.join('; ')}`)
