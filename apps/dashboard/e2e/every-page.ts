import { startReplayer } from '@mqdeck/testkit'
import type { Page } from 'playwright-core'
import { createStage, credentials } from './browser.ts'
import { createNavigation, type LoadedPage } from './navigate.ts'

/**
 * Walks through the dashboard in front of a cluster of two nodes that answers as EMQX did, from page to page in one tab.
 * @throws when the console complained of anything
 */
export async function visitEveryPage(edition: 'enterprise' | 'open-source'): Promise<readonly Visit[]> {
  const replayer = await startReplayer({
    edition,
    nodes: 2,
    gateways: 'loaded',
    exhooks: 'loaded',
    password: credentials.password,
  })
  try {
    const stage = await createStage({ broker: replayer.urls })
    const visits: Visit[] = []
    try {
      const visit = createVisitor(await stage.open(start))
      for (const path of await everyPath()) visits.push(await visit(path))
    } finally {
      await stage.stop()
    }
    return visits
  } finally {
    await replayer.stop()
  }
}

/** The page before the first visit, which is not the first of `everyPath`. */
export const start = '/publish'

/** The path of every page in the shell. */
async function everyPath(): Promise<readonly string[]> {
  // Imported by URL, because this folder has the types of Node and the pages those of a browser.
  const source = new URL('../src/app/every-path.ts', import.meta.url).href
  const pages = (await import(/* @vite-ignore */ source)) as { readonly everyPath: () => readonly string[] }
  return pages.everyPath()
}

export interface Visit extends LoadedPage {
  readonly path: string
  readonly heading: string
  readonly text: string
  /** Error messages of the page. */
  readonly alerts: readonly string[]
}

/** Visits pages like links do, and returns what each page shows. */
export function createVisitor(page: Page): (path: string) => Promise<Visit> {
  const go = createNavigation(page)
  return async (path) => {
    const loaded = await go(path)
    const main = page.locator('#main')
    const heading = main.locator('h1').first()
    return {
      path,
      heading: (await heading.count()) > 0 ? await heading.innerText() : '',
      text: await main.innerText(),
      alerts: await main.getByRole('alert').allInnerTexts(),
      ...loaded,
    }
  }
}

/** Faults that no page may have, one per line. */
export function faultsOf(visit: Visit): readonly string[] {
  const { path, heading, text, alerts, failedRequests, pending } = visit
  const unexpected = failedRequests.filter((request) => !isExpected(request))
  return [
    ...(pending === '' ? [] : [`did not load: ${pending}`]),
    ...(heading.trim() === '' ? ['has no heading'] : []),
    // A live region may be empty.
    ...alerts.filter((alert) => alert.trim() !== '').map((alert) => `shows the error: ${alert}`),
    ...unexpected.map((request) => `failed request: ${request}`),
    ...(path === '/rule/functions' ? [] : (text.match(rawValues) ?? [])).map((word) => `shows ${word}`),
  ].map((fault) => `${path} ${fault}`)
}

/** Unformatted values in a text. Not checked for the SQL functions, which have an `undefined`. */
const rawValues = /\[object \w+\]|\bundefined\b|\bNaN\b|Invalid Date/g

/** Expected 404: endpoints that the open-source edition lacks, which the dashboard learns from the first response, and invented IDs. */
const isExpected = (request: string) => /^404 GET (\/(opentelemetry|audit)\b|.*not_there)/.test(request)
