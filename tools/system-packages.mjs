import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { root, run } from './install.mjs'

/** Programs of tests without a service in the testkit, with their Debian packages. */
const otherPrograms = [
  { file: '/usr/bin/chromium-headless-shell', package: 'chromium-headless-shell' },
  { file: '/usr/bin/prometheus', package: 'prometheus' },
  { file: '/usr/bin/prometheus-pushgateway', package: 'prometheus-pushgateway' },
  { file: '/usr/bin/coap-client-notls', package: 'libcoap3-bin' },
  { file: '/usr/bin/stress-ng', package: 'stress-ng' },
  { file: '/usr/bin/protoc', package: 'protobuf-compiler' },
  { file: '/usr/lib/python3/dist-packages/avro/__init__.py', package: 'python3-avro' },
  { file: '/usr/lib/python3/dist-packages/jsonschema/__init__.py', package: 'python3-jsonschema' },
  { file: '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc', package: 'fonts-noto-cjk' },
]

/** Launchers in the testkit declare the package and a file of each program in a comment: `@debian PACKAGE FILE`. */
function programsOfServices() {
  const folder = `${root}packages/testkit/src/`
  const texts = readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(folder + name, 'utf8'))
  const found = texts.flatMap((text) => [...text.matchAll(/^(?: \*|\/\*\*) @debian (\S+) (\S+)/gm)])
  if (found.length === 0) throw new Error('The testkit declares no Debian packages.')
  return found.map(([, name, file]) => ({ file, package: name }))
}

/** Installs missing packages as root on Debian. Elsewhere, prints what to install and exits. */
export function installPrograms() {
  const programs = [...programsOfServices(), ...otherPrograms]
  const missing = programs.filter(({ file }) => !existsSync(file)).map((program) => program.package)
  if (missing.length === 0) return
  if (!isRootOnDebian()) {
    console.error(`The tests need these Debian packages (or what they contain): ${missing.join(' ')}`)
    process.exit(1)
  }
  console.log(`Installing ${missing.join(', ')} ...`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  run('apt-get', ['-qq', 'update'], { env })
  run('apt-get', ['-qq', '-y', 'install', '--no-install-recommends', ...missing], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

function isRootOnDebian() {
  return (
    process.getuid?.() === 0 &&
    existsSync('/etc/debian_version') &&
    spawnSync('apt-get', ['--version']).status === 0 &&
    readFileSync('/etc/debian_version', 'utf8').length > 0
  )
}
