import type { ComponentType } from 'react'
import type { Locale } from '../../i18n/index.ts'

export type Title = Readonly<Record<Locale, string>>

/** A part of the API that a page requires. Without it the page is not offered, and its address shows the reason. */
export interface Need {
  /** Path below `/api/v5`, without parameters, as cheap to answer as possible: `/audit?limit=1`. */
  readonly get: `/${string}`
  /**
   * Requested instead of `get`, where `get` fails while the feature is disabled. The feature exists if the answer has
   * this field.
   */
  readonly shownBy?: { readonly get: `/${string}`; readonly field: string }
  /** The broker that has the feature, if not all do: an edition of EMQX, or only the MQDeck broker. */
  readonly partOf?: 'enterprise' | 'open-source' | 'mqdeck'
}

export interface Page {
  /** As in the specification, parameters with a dollar: `/clients/detail/$clientId`. Values arrive decoded. */
  readonly path: string
  /** Heading of the page, and its name in the breadcrumbs, the palette and the title of the document. */
  readonly title: Title
  /** Shorter name of the tab, next to the other pages of its menu entry. */
  readonly tab?: Title
  /** Additional search terms of the command palette. */
  readonly keywords?: readonly string[]
  /** Replaces the title in the breadcrumb and the document title: `({ clientId }) => clientId`. */
  readonly subject?: (params: Readonly<Record<string, string>>) => string | undefined
  /** Path of the parent page, for the breadcrumbs. */
  readonly parent?: string
  /** The page's module, with the page as its default export; loaded when it is first visited. */
  readonly load: () => Promise<{ readonly default: ComponentType }>
  /** Without the shell, and reachable without a session. */
  readonly bare?: true
  /** Applies to child pages too. */
  readonly needs?: Need
  /** The page is only for changes; viewers see an explanation instead. */
  readonly administratorsOnly?: true
}

export interface FeatureRoutes {
  readonly pages: readonly Page[]
  /** Old or short addresses: `{ '/dashboard': '/dashboard/overview' }`. */
  readonly redirects?: Readonly<Record<string, string>>
}

/** The routes of a feature: `export const clientRoutes = defineRoutes({ pages: [...] })`, listed in app/routes.ts. */
export function defineRoutes(routes: FeatureRoutes): FeatureRoutes {
  return routes
}
