// Data in the form the server sends and texts as pages have them, so that components show realistic lengths.
export const paths = {
  up: [21, 25, 23, 22, 20, 21, 14, 11, 10, 8, 9, 10, 11, 10, 11, 11, 7, 6, 3, 3, 6, 7, 7, 9, 7].map((y) => 28 - y),
  down: [3, 4, 4, 10, 6, 8, 8, 7, 12, 16, 17, 21, 15, 13, 18, 20, 22, 21, 24, 25].map((y) => 28 - y),
};

export const long = {
  button: 'Подтвердить покупку на повышение',
  tab: 'Доверительное управление',
  row: 'Подтверждение личности и лимиты вывода средств',
  value: 'На рассмотрении',
};

export const texts = {
  locked: 'You changed your password; the lock ends 1 hour after you log in.',
  blurred: 'The back of the card is blurred. Please upload it again.',
  upgrade: 'from 02:00 to 02:20. Open orders settle as usual.',
  certified: 'Your limits are updated.',
  sealed: 'Yesterday is sealed. Check any result.',
  understood: 'I understand this is simulated: no real money goes in or out.',
  withdrawals: 'When you make one, its review steps and receipt appear here.',
  quotes: 'The server took longer than 60 seconds to answer. Your balances are not affected.',
  paused: 'Reconnecting. Prices paused at 14:06:32.',
  colors: 'Arrows and signs never change. Errors stay red in both.',
};

export const countries = [
  { value: 'JP', label: 'Japan' },
  { value: 'FR', label: 'France' },
  { value: 'VN', label: 'Viet Nam' },
];
