import { api } from '../../../contract/api.ts'
import { bind } from '../../platform/http/bind.ts'
import { findCards } from './find-cards.ts'
import { redeemCard } from './redeem-card.ts'

export const cardRoutes = [bind(api.cards.list, findCards), bind(api.cards.redeem, redeemCard)]
