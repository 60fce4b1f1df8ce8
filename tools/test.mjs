import { installPackages, run } from './install.mjs'
import { installPrograms } from './system-packages.mjs'

installPrograms()
installPackages()
const { buildStale } = await import('./build.mjs')

const options = process.argv.slice(2).filter((option) => option !== '--slow')
// Files named `*.slow.test.ts` are left out otherwise: an hour of load, for instance.
if (process.argv.includes('--slow')) process.env.SLOW_TESTS = '1'

const steps = [
  ['Format and lint', () => run('npx', ['biome', 'ci', '--reporter=summary', '.'])],
  ['Types', () => run('npm', ['run', '--silent', 'types'])],
  ['Unused code', () => run('npx', ['knip'])],
  ['Build', buildStale],
  ['Bundle size', () => run('node', ['tools/size.mjs'])],
  ['Tests', () => run('npx', ['vitest', 'run', ...options])],
]
for (const [title, step] of steps) {
  console.log(`\n== ${title}`)
  await step()
}
