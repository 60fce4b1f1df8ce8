import { ChainPage } from '../chain/index.ts'
import { authenticatorChain } from './authenticator-chain.ts'

export default function AuthenticatorsPage() {
  return <ChainPage kind={authenticatorChain} />
}
