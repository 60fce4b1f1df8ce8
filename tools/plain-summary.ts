import type { Reporter, TestModule } from 'vitest/node'

/** Prints a summary line that every log reader understands: `12 passed, 0 failed`. */
export default class PlainSummary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    const brokenFiles = modules.filter((module) => module.state() === 'failed' && module.errors().length > 0).length
    const line = `${count('passed')} passed, ${count('failed') + brokenFiles} failed, ${count('skipped')} skipped`
    // After the summary of the default reporter, which handles the same event.
    process.once('exit', () => process.stdout.write(`${line}\n`))
  }
}
