export type Alarm = {
  name:
    | 'fork'
    | 'signature'
    | 'leaf changed'
    | 'slot missing'
    | 'late'
    | 'early'
    | 'tape rewritten'
    | 'commitment too late'
    | 'day changed'
    | 'day given up'
    | 'order after its outcome'
    | 'order logged late'
    | 'sale logged late'
    | 'operators rewritten'
    | 'terms changed'
    | 'setting changed'
    | 'product changed'
    | 'not announced'
    | 'not judged'
    | 'round wrong'
    | 'round missing'
    | 'totals wrong'
    | 'new key'
    | 'not cosigned'
    | 'no answer';
  says: string;
};
export type Say = (name: Alarm['name'], says: string) => void;
