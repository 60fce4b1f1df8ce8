import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ConnectionProvider, createConnection, createSessionKeeper, openVault } from '../data/index.ts'
import { UiProvider } from '../ui/index.ts'
import { rememberEdition } from './remember-edition.ts'
import { createAppRouter } from './router.tsx'
import { features } from './routes.ts'

const connection = createConnection({ session: await createSessionKeeper(await openVault('userInfo')) })
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
