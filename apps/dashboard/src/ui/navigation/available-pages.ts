import { createContext, useContext } from 'react'

const AvailablePages = createContext<(path: string) => boolean>(() => true)

/** Gives the links and tabs below it a function that returns whether the broker supports a page. */
export const AvailablePagesProvider = AvailablePages.Provider

/** Whether the broker supports a page, by its path in the routes: `isAvailable('/audit-log')`. True while that is unknown. */
export const usePageIsAvailable = (): ((path: string) => boolean) => useContext(AvailablePages)
