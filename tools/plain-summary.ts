import type { Reporter, TestModule } from 'vitest/node'

/**
 * Seconds that all files of a project take together. With the workers of `vitest.config.ts`, they add up to eleven minutes on two
 * idle cores. A sum depends less on the number of workers than the time of the run does.
 */
const budgets: Readonly<Record<string, number>> = { unit: 100, dashboard: 200, integration: 850, e2e: 950 }

/** How far a machine may be slower than ours before the run fails. */
const tolerance = 4

/** Prints the slowest files, exceeded time budgets, and a line that every log reader understands: `12 passed, 0 failed`. */
export default class PlainSummary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    const brokenFiles = modules.filter((module) => module.state() === 'failed' && module.errors().length > 0).length
    const line = `${count('passed')} passed, ${count('failed') + brokenFiles} failed, ${count('skipped')} skipped`
    const lines = [...slowestFiles(modules), ...checkBudgets(modules), line]
    // After the summary of the default reporter, which handles the same event.
    process.once('exit', () => process.stdout.write(`${lines.join('\n')}\n`))
  }
}

const secondsOf = (module: TestModule) => module.diagnostic().duration / 1_000

function slowestFiles(modules: readonly TestModule[]): readonly string[] {
  if (modules.length <= 20) return []
  const slowest = [...modules].sort((a, b) => secondsOf(b) - secondsOf(a)).slice(0, 20)
  const describe = (module: TestModule) => `${secondsOf(module).toFixed(1).padStart(7)} s  ${module.relativeModuleId}`
  return ['Slowest files:', ...slowest.map(describe), '']
}

function checkBudgets(modules: readonly TestModule[]): readonly string[] {
  return Object.entries(budgets).flatMap(([name, budget]) => {
    const own = modules.filter(({ project }) => project.name === name)
    const seconds = own.reduce((sum, module) => sum + secondsOf(module), 0)
    if (seconds <= budget) return []
    const isFailure = seconds > budget * tolerance
    if (isFailure) process.exitCode = 1
    const verdict = isFailure ? 'FAILED' : 'WARNING'
    return [`${verdict}: the files of ${name} took ${seconds.toFixed(0)} s together. The budget is ${budget} s.`]
  })
}
