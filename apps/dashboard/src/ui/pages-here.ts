import { createContext, useContext } from 'react'

const PagesHere = createContext<(path: string) => boolean>(() => true)

/** Says of which pages the broker has what they need, to the links and tabs below it. */
export const PagesHereProvider = PagesHere.Provider

/** Whether a page, by its path in the routes, can be gone to: `isHere('/audit-log')`. Before that is known it can. */
export const usePageIsHere = (): ((path: string) => boolean) => useContext(PagesHere)
