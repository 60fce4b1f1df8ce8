import { usePathParam } from '../../../ui/index.ts'
import { MemberPage } from '../chain/index.ts'
import { authenticatorChain } from './authenticator-chain.ts'
import { UsersTab } from './users/users-tab.tsx'

export default function AuthenticatorPage() {
  return (
    <MemberPage
      kind={authenticatorChain}
      id={usePathParam('id')}
      data={(authenticator) => <UsersTab authenticator={authenticator} />}
    />
  )
}
