import type { Reporter, TestModule } from 'vitest/node'

/** Closes the output with one line that any reader of logs understands: `12 passed, 0 failed`. */
export default class PlainSummary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    const brokenFiles = modules.filter((module) => module.state() === 'failed' && module.errors().length > 0).length
    const line = `${count('passed')} passed, ${count('failed') + brokenFiles} failed, ${count('skipped')} skipped`
    // After the default reporter's own summary, which it writes in the same event.
    process.once('exit', () => process.stdout.write(`${line}\n`))
  }
}
