import { installPackages, run } from './install.mjs'
import { installPrograms } from './system-packages.mjs'

installPrograms()
installPackages()
const { buildStale } = await import('./build.mjs')

const steps = [
  ['Format and lint', () => run('npx', ['biome', 'ci', '--reporter=summary', '.'])],
  ['Types', () => run('npm', ['run', '--silent', 'types'])],
  ['Unused code', () => run('npx', ['knip'])],
  ['Build', buildStale],
  ['Bundle size', () => run('node', ['tools/size.mjs'])],
  ['Tests', () => run('npx', ['vitest', 'run', ...process.argv.slice(2)])],
]
for (const [title, step] of steps) {
  console.log(`\n== ${title}`)
  await step()
}
