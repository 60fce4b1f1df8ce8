import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import {
  ConnectionProvider,
  createConnection,
  createSessionKeeper,
  deployment,
  openVault,
  type SessionKeeper,
} from '../api/index.ts'
import { addressBelow, ownStorageName, site } from '../lib/browser/base-path.ts'
import { protectCluster, UiProvider } from '../ui/index.ts'
import { createAppRouter } from './router.tsx'
import { features } from './routes.ts'

const name = ownStorageName('edition')

/** Stores the broker's edition as `edition` during a session, as specified. */
function rememberEdition({ current }: SessionKeeper): void {
  const follow = () => {
    const edition = current.get()?.edition
    try {
      if (edition === undefined) localStorage.removeItem(name)
      else localStorage.setItem(name, edition)
    } catch {
      // Storage is blocked: the session still has the edition.
    }
  }
  follow()
  current.subscribe(follow)
}

// Does not run behind a reverse proxy that removes the prefix: there the address has the prefix.
const address = addressBelow(site, location)
if (address !== undefined) history.replaceState(history.state, '', address)

if (deployment.cluster?.production) protectCluster(deployment.cluster.name)

const connection = createConnection({ session: await createSessionKeeper(await openVault(ownStorageName('userInfo'))) })
rememberEdition(connection.session)
const router = createAppRouter(features, connection)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    <UiProvider>
      <ConnectionProvider connection={connection}>
        <RouterProvider router={router} />
      </ConnectionProvider>
    </UiProvider>
  </StrictMode>,
)
