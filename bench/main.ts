import { parseArgs } from 'node:util'
import { type BenchBroker, type BrokerName, startBroker } from './brokers.ts'
import { dataHub } from './data-hub.ts'
import { exhook } from './exhook.ts'
import { floodNames, floods } from './floods.ts'
import { gateways } from './gateways.ts'
import { hostile } from './hostile.ts'
import { plugins } from './plugins.ts'
import { proxy } from './proxy.ts'
import { type Measurement, type Scenario, scenarios } from './scenarios.ts'
import { sessionWalk } from './session-walk.ts'
import { startSink } from './sinks.ts'
import { type Measured, printTable } from './table.ts'
import { topicExplorerPage } from './topic-explorer-page.ts'
import { tracePage } from './trace-page.ts'
import { webSocketPage } from './websocket-page.ts'

const tables = [
  hostile,
  gateways,
  dataHub,
  exhook,
  plugins,
  proxy,
  webSocketPage,
  tracePage,
  topicExplorerPage,
  sessionWalk,
]

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    only: { type: 'string' },
    broker: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '2' },
    'node-argument': { type: 'string', multiple: true, default: [] },
  },
})

const names: readonly BrokerName[] = (['mosquitto', 'mqdeck'] as const).filter(
  (name) => options.broker === undefined || name === options.broker,
)
const times = { warmUpMs: 700, measureMs: Number(options.seconds) * 1_000 }

interface Row {
  readonly scenario: string
  readonly unit: string
  readonly results: Partial<Record<BrokerName, Measurement>>
  /** MQDeck against mosquitto. Above 1: MQDeck is better. */
  readonly ratio: number | undefined
  /** The same per second of CPU time, which is independent of other load on the machine. */
  readonly ratioPerProcessor: number | undefined
}

const rows: Row[] = []
const isChosen = ({ name }: { readonly name: string }) => options.only === undefined || name.includes(options.only)
const chosen = scenarios.filter(isChosen)
const chosenFloods = floodNames.filter((name) => isChosen({ name }))
const floodTimes = {
  rounds: Number(options.rounds),
  measureMs: times.measureMs,
  nodeArguments: options['node-argument'],
  brokers: names,
}
const chosenTables = [
  ...(chosenFloods.length > 0 ? [floods(chosenFloods, floodTimes)] : []),
  ...tables.filter(isChosen),
]
if (chosen.length === 0 && chosenTables.length === 0)
  throw new Error(
    `--only matches none of: ${[...scenarios.map(({ name }) => name), ...floodNames, ...tables.map(({ name }) => name)].join('; ')}`,
  )
const standing = chosen.length === 0 ? [] : await startAll()
try {
  for (const scenario of chosen) rows.push(await runScenario(scenario))
} finally {
  await Promise.all(standing.map((broker) => broker.stop()))
}
const measured: (Measured & { readonly name: string })[] = []
for (const { name, measure } of chosenTables) measured.push({ name, ...(await measure()) })
print()

function startAll(): Promise<BenchBroker[]> {
  return Promise.all(names.map((name) => start(name)))
}

function start(
  name: BrokerName,
  { allowed, passwords, rules, traces }: Partial<Scenario> = {},
  config?: string,
): Promise<BenchBroker> {
  const access = {
    ...(allowed && { allowed }),
    ...(passwords && { passwords }),
    ...(rules && { rules }),
    ...(traces && { traces }),
  }
  return startBroker(name, { nodeArguments: options['node-argument'], ...access, ...(config && { config }) })
}

/** Runs all rounds of one scenario. The brokers take turns, so that both see the same variations of the machine. */
async function runScenario(scenario: Scenario): Promise<Row> {
  const measured = new Map<BrokerName, Measurement[]>(names.map((name) => [name, []]))
  const rounds = scenario.freshBroker ? 1 : Number(options.rounds)
  for (let round = 0; round < rounds; round += 1) {
    for (const name of namesFor(scenario)) {
      process.stderr.write(`${scenario.name}, round ${round + 1} of ${rounds}, ${name} ...\n`)
      measured.get(name)?.push(await measure(scenario, name))
    }
  }
  const results: Partial<Record<BrokerName, Measurement>> = {}
  for (const [name, each] of measured) if (each.length > 0) results[name] = median(each)
  return { scenario: scenario.name, unit: scenario.unit, results, ...ratiosOf(scenario, results) }
}

/** mosquitto has neither a rule engine nor traces. */
function namesFor({ rules, traces }: Scenario): readonly BrokerName[] {
  return rules || traces ? names.filter((name) => name === 'mqdeck') : names
}

async function measure(scenario: Scenario, name: BrokerName): Promise<Measurement> {
  const kept = standing.find((broker) => broker.name === name)
  if (kept && !scenario.freshBroker) return scenario.measure(kept, times)
  const sink = scenario.sink && (await startSink(scenario.sink))
  try {
    const fresh = await start(name, scenario, sink?.config)
    return await scenario.measure(fresh, times, sink).finally(() => fresh.stop())
  } finally {
    await sink?.close()
  }
}

/** The median round, with the drops of all rounds. */
function median(rounds: readonly Measurement[]): Measurement {
  const sorted = [...rounds].sort((a, b) => a.value - b.value)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (!middle) throw new Error('Nothing was measured')
  return { ...middle, dropped: rounds.reduce((total, { dropped }) => total + dropped, 0) }
}

function ratiosOf(
  { moreIsBetter }: Scenario,
  { mqdeck, mosquitto }: Row['results'],
): Pick<Row, 'ratio' | 'ratioPerProcessor'> {
  if (!mqdeck || !mosquitto) return { ratio: undefined, ratioPerProcessor: undefined }
  const ratio = moreIsBetter ? mqdeck.value / mosquitto.value : mosquitto.value / mqdeck.value
  const [ours, theirs] = [mqdeck.processor, mosquitto.processor]
  return { ratio, ratioPerProcessor: ours && theirs ? (ratio * theirs) / ours : undefined }
}

function print(): void {
  if (options.json) {
    const ofTables = Object.fromEntries(measured.map(({ name, rows }) => [name, rows]))
    const all = { node: process.version, rounds: Number(options.rounds), ...times, rows, tables: ofTables }
    console.log(JSON.stringify(all, null, 2))
    return
  }
  console.log(`Node.js ${process.version}`)
  if (rows.length > 0) printRows()
  for (const table of measured) table.print()
}

function printRows(): void {
  const header = ['scenario', ...names.flatMap((name) => [name, 'CPU', 'dropped']), 'unit', 'ratio', 'per CPU']
  const body = rows.map(({ scenario, unit, results, ratio, ratioPerProcessor }) => [
    scenario,
    ...names.flatMap((name) => cellsOf(results[name], unit)),
    unit,
    ratio?.toFixed(2) ?? '',
    ratioPerProcessor?.toFixed(2) ?? '',
  ])
  printTable(header, body)
}

function cellsOf(result: Measurement | undefined, unit: string): string[] {
  if (!result) return ['', '', '']
  const value = unit === 'KiB' ? result.value.toFixed(1) : Math.round(result.value).toLocaleString('en')
  const processor = result.processor === undefined ? '' : `${Math.round(result.processor * 100)} %`
  return [value, processor, unit === 'messages/s' || unit === 'rules/s' ? result.dropped.toLocaleString('en') : '']
}
