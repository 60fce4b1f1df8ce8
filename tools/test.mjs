import { installPackages, root, run, runTogether } from './install.mjs'
import { installPrograms } from './system-packages.mjs'

installPrograms()
await installPackages()
const { buildStale } = await import('./build.mjs')

const options = process.argv.slice(2).filter((option) => option !== '--slow')
// Files named `*.slow.test.ts` are left out otherwise: an hour of load, for instance.
if (process.argv.includes('--slow')) process.env.SLOW_TESTS = '1'

const checks = [
  ['Format and lint', 'npx', ['biome', 'ci', '--reporter=summary', '.']],
  ['Types', 'npm', ['run', '--silent', 'types']],
  ['Unused code', 'npx', ['knip']],
]
const steps = [
  ['Format and lint, types, unused code', () => runTogether(checks)],
  ['Build', buildStale],
  ['Bundle size', () => run(process.execPath, ['tools/size.mjs'])],
  ['Tests', () => run(process.execPath, [`${root}node_modules/vitest/vitest.mjs`, 'run', ...options])],
]
for (const [title, step] of steps) {
  console.log(`\n== ${title}`)
  await step()
}
