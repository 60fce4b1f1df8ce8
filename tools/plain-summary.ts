import { existsSync, readFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

/**
 * Seconds that all files of a project take together. With the workers of `vitest.config.ts`, they add up to eleven minutes on two
 * idle cores. A sum depends less on the number of workers than the time of the run does.
 */
const budgets: Readonly<Record<string, number>> = { unit: 100, dashboard: 200, integration: 850, e2e: 950 }

/** By how much a processor may be slower than ours before the run fails. */
const tolerance = 4

/** Prints the slowest files, exceeded time budgets, and a line that every log reader understands: `12 passed, 0 failed`. */
export default class PlainSummary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    const brokenFiles = modules.filter((module) => module.state() === 'failed' && module.errors().length > 0).length
    const line = `${count('passed')} passed, ${count('failed') + brokenFiles} failed, ${count('skipped')} skipped`
    // After the summary of the default reporter, which handles the same event, and after the end of the workers.
    process.once('exit', () => {
      const lines = [...slowestFiles(modules), ...checkBudgets(modules), ...checkProcessorTime(modules), line]
      process.stdout.write(`${lines.join('\n')}\n`)
    })
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
    return [`WARNING: the files of ${name} took ${seconds.toFixed(0)} s together. The budget is ${budget} s.`]
  })
}

/** Fails by processor time and not by the clock, because other programs may use the processors as well. */
function checkProcessorTime(modules: readonly TestModule[]): readonly string[] {
  const budget = Object.entries(budgets)
    .filter(([name]) => modules.some(({ project }) => project.name === name))
    .reduce((sum, [, seconds]) => sum + seconds, 0)
  const seconds = processorSeconds()
  if (seconds <= budget * tolerance) return []
  process.exitCode = 1
  return [`FAILED: the tests used a processor for ${seconds.toFixed(0)} s. The budget is ${budget} s.`]
}

/** Of all processes that this one has started and that have ended. 0 if the system does not report it. */
function processorSeconds(): number {
  const file = '/proc/self/stat'
  if (!existsSync(file)) return 0
  // The name of the program, in parentheses, may contain spaces. Fields 16 and 17 are hundredths of a second.
  const fields = readFileSync(file, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[13]) + Number(fields[14])) / 100
}
