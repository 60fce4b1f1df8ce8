import { startReplayer } from '@mqdeck/testkit'
import type { Page } from 'playwright-core'
import { createStage, credentials } from './browser.ts'
import { type Arrival, createNavigation } from './navigate.ts'

/** What the walk needs of app/routes.ts. */
interface FeatureRoutes {
  readonly pages: readonly { readonly path: string; readonly bare?: true }[]
}

/** One of each, as `shared/contract/recorded` has them; those of our own are made up and not there. */
const recorded: Readonly<Record<string, string>> = {
  '/dashboard/nodes/$nodeName': 'emqx@127.0.0.1',
  '/clients/detail/$clientId': 'dev-a',
  '/authentication/detail/$id': 'password_based:built_in_database',
  '/authorization/detail/$type': 'built_in_database',
  '/rule/rules/$id': 'r1',
  '/rule/actions/$id': 'mqtt:a_mqtt',
  '/rule/source/$id': 'mqtt:s_mqtt',
  '/connector/$id': 'mqtt:m1',
  '/listener/detail/$id': 'tcp:default',
  '/webhook/$name': 'not_there',
  '/zones/detail/$name': 'not_there',
  '/log-trace/detail/$id': 'tr2',
}

/**
 * Walks through the dashboard in front of a cluster of two nodes that answers as EMQX did, from page to page in one tab.
 * @throws when the console complained of anything
 */
export async function walkEveryPage(edition: 'enterprise' | 'open-source'): Promise<readonly Visit[]> {
  const replayer = await startReplayer({ edition, nodes: 2, password: credentials.password })
  try {
    const stage = await createStage({ broker: replayer.urls })
    const visits: Visit[] = []
    try {
      const visit = createWalk(await stage.open(start))
      for (const path of await everyPath()) visits.push(await visit(path))
    } finally {
      await stage.stop()
    }
    return visits
  } finally {
    await replayer.stop()
  }
}

/** A page that a walk does not begin with: coming from it, the first is a new one, too. */
export const start = '/publish'

/** The address of every page that stands in the shell. @throws for a detail page that nobody has said an id for */
export async function everyPath(): Promise<readonly string[]> {
  // By an address that the compiler does not follow: the pages are for a browser, and this folder's types are Node's.
  const routes = new URL('../src/app/routes.ts', import.meta.url).href
  const { features } = (await import(/* @vite-ignore */ routes)) as { readonly features: readonly FeatureRoutes[] }
  return features
    .flatMap(({ pages }) => pages)
    .filter(({ bare }) => !bare)
    .map(({ path }) => {
      if (!path.includes('$')) return path
      const id = recorded[path]
      if (id === undefined) throw new Error(`say in every-page.ts which thing ${path} can be tried with`)
      return path.replace(/\$\w+/, encodeURIComponent(id))
    })
}

export interface Visit extends Arrival {
  readonly path: string
  readonly heading: string
  readonly text: string
  /** What the page says went wrong. */
  readonly alerts: readonly string[]
}

/** Goes from page to page as links do, and tells what it has seen. */
export function createWalk(page: Page): (path: string) => Promise<Visit> {
  const go = createNavigation(page)
  return async (path) => {
    const arrival = await go(path)
    const main = page.locator('#main')
    const heading = main.locator('h1').first()
    return {
      path,
      heading: (await heading.count()) > 0 ? await heading.innerText() : '',
      text: await main.innerText(),
      alerts: await main.getByRole('alert').allInnerTexts(),
      ...arrival,
    }
  }
}

/** What is wrong with a page, whatever it is about; a line for each. */
export function faultsOf(visit: Visit): readonly string[] {
  const { path, heading, text, alerts, refused, trouble } = visit
  const unexplained = refused.filter((one) => !isExplained(one))
  return [
    ...(trouble === '' ? [] : [`never came to rest: ${trouble}`]),
    ...(heading.trim() === '' ? ['has no heading'] : []),
    // A live region without words has nothing to say.
    ...alerts.filter((alert) => alert.trim() !== '').map((alert) => `says: ${alert}`),
    ...unexplained.map((one) => `was refused ${one}`),
    ...(path === '/rule/functions' ? [] : (text.match(spilled) ?? [])).map((word) => `shows ${word}`),
  ].map((fault) => `${path} ${fault}`)
}

/** What a value that nobody expected looks like; rule SQL has an `undefined` of its own. */
const spilled = /\[object \w+\]|\bundefined\b|\bNaN\b|Invalid Date/g

/** 404: additions of MQDeck's own broker, what only one edition has, and what the addresses made up for this walk name. */
const isExplained = (refused: string) =>
  refused.startsWith('404 GET ') && /^404 GET \/(mqdeck|telemetry|opentelemetry|audit)\b|not_there/.test(refused)
