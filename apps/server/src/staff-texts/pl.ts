import { reportInPl } from './report/pl.ts';
import type { StaffWords } from './staff-words.ts';

export const pl: StaffWords = {
  greeting: 'Dzień dobry,',
  named: '{name}: {value}',
  account: {
    password_reset: {
      subject: 'Wybierz nowe hasło do Wardvoice',
      lines: [
        'Ktoś, mamy nadzieję, że ty, poprosił o nowe hasło. Wybierz je tutaj w ciągu godziny:',
        '{link}',
        'Jeśli to nie ty, nic nie rób: hasło pozostaje bez zmian.',
      ],
    },
    registered: {
      subject: 'Twoje konto Wardvoice',
      lines: [
        'Konto zostało utworzone. Nic w nim nie widać, dopóki administrator twojej organizacji nie nada dostępu.',
        'Potem zaloguj się tutaj:\n{home}/login',
        'Jeśli to nie ty prosisz o konto, powiadom administratora.',
      ],
    },
    already_registered: {
      subject: 'Masz już konto Wardvoice',
      lines: [
        'Ktoś, być może ty, próbował zarejestrować się tym adresem. Ma on już konto i nic nie zostało zmienione.',
        'Jeśli nie znasz hasła, wybierz nowe:\n{home}/forgot-password',
      ],
    },
    confirm_registration: {
      subject: 'Potwierdź swoje konto Wardvoice',
      lines: [
        'Ktoś, mamy nadzieję, że ty, poprosił o konto z tym adresem. Wybierz hasło tutaj w ciągu 24 godzin:',
        '{link}',
        'Jeśli to nie ty, nic nie rób: bez tego linku konto nie powstanie.',
      ],
    },
    registration_waiting: {
      subject: 'Ktoś czeka na dostęp do Wardvoice',
      lines: [
        'Ktoś się zarejestrował i potwierdził swój adres e-mail. Nic nie widzi, dopóki nie otrzyma dostępu.',
        'Nadaj dostęp albo odmów na liście użytkowników:\n{home}/users/index',
      ],
    },
    registration_granted: {
      subject: 'Masz dostęp do Wardvoice',
      lines: ['Administrator nadał ci dostęp.', 'Zaloguj się tutaj:\n{home}/login'],
    },
    registration_refused: {
      subject: 'Odmówiono konta Wardvoice',
      lines: [
        'Administrator zdecydował, że nie nada ci dostępu. Twoje konto zostało usunięte.',
        'Jeśli to pomyłka, porozmawiaj z administratorem.',
      ],
    },
    account_invitation: {
      subject: 'Twoje zaproszenie do Wardvoice',
      lines: [
        'Zaprasza cię administrator twojej organizacji. Wybierz hasło tutaj w ciągu 7 dni:',
        '{link}',
        'Jeśli twoja organizacja ma logowanie jednokrotne, możesz użyć go zamiast hasła, z tym adresem:\n{home}/login',
        'Link działa jeden raz. Jeśli nie wiesz, o co chodzi, nic nie rób: bez ciebie konto nie powstanie.',
      ],
    },
    account_made: {
      subject: 'Twoje konto Wardvoice',
      lines: [
        'Twoja organizacja utworzyła dla ciebie konto. Wybierz hasło tutaj w ciągu 7 dni:',
        '{link}',
        'Później poproś o nowy link, z tym adresem:\n{home}/forgot-password',
      ],
    },
    emergency_sign_in: {
      subject: 'Użyto twojego hasła lub klucza dostępu do Wardvoice',
      lines: [
        'Ktoś, mamy nadzieję, że ty, właśnie zalogował się na twoje konto hasłem lub kluczem dostępu zamiast logowania jednokrotnego.',
        'Jeśli to nie ty, zaloguj się jednokrotnie, zakończ tamtą sesję w Moim koncie i zmień hasło:\n{home}/login',
      ],
    },
    two_step_reset: {
      subject: 'Wyłączono ci logowanie dwuetapowe',
      lines: [
        'Administrator wyłączył logowanie dwuetapowe twojego konta Wardvoice i usunął twoje klucze dostępu. Dopóki go nie włączysz, wystarczy hasło.',
        'Jeśli to nie na twoją prośbę, powiadom administratora. Włącz je ponownie w Moim koncie:\n{home}/account',
      ],
    },
    passkey_added: {
      subject: 'Do twojego konta Wardvoice dodano klucz dostępu',
      lines: [
        'Właśnie dodano klucz dostępu. Kto go ma, może zalogować się na twoje konto.',
        'Jeśli to nie ty, usuń go w Moim koncie, zmień hasło i powiadom administratora:\n{home}/account',
      ],
    },
    passkey_removed: {
      subject: 'Z twojego konta Wardvoice usunięto klucz dostępu',
      lines: [
        'Właśnie usunięto klucz dostępu. Nie można się już nim zalogować.',
        'Jeśli to nie ty, zmień hasło i powiadom administratora:\n{home}/account',
      ],
    },
    password_changed: {
      subject: 'Zmieniono twoje hasło do Wardvoice',
      lines: [
        'Twoje hasło zostało właśnie zmienione, a wszędzie indziej nastąpiło wylogowanie.',
        'Jeśli to nie ty, od razu wybierz nowe i powiadom administratora:\n{home}/forgot-password',
      ],
    },
  },
  alarms: {
    feed_silent: {
      title: 'Brak komunikatów od {sender} od {last_message_at}',
      advice: 'O tej porze zwykle jakieś są. Zapytaj osobę, która prowadzi silnik integracyjny, czy jest połączony.',
    },
    error_rate: {
      title: 'Nie udało się przetworzyć komunikatów: {errors} z {messages} (ostatnie {minutes} min)',
      advice: 'Otwórz listę błędów: są pogrupowane według przyczyn i po jej usunięciu można je przetworzyć ponownie.',
    },
    backlog: {
      title: 'Komunikaty czekają na przetworzenie od {minutes} min',
      advice: 'Nic nie ginie. Sprawdź, czy działa proces z rolą worker.',
    },
    overdue_sending: {
      title: 'Przesyłki ({deliveries}) są spóźnione nawet o {minutes} min',
      advice: 'Sprawdź, czy działa proces z rolą worker i co mówi /readyz.',
    },
    gateway_refusing: {
      title: 'Bramka nie przyjęła {refused} z {attempted} ({channel}) w ciągu ostatnich {minutes} min',
      advice: 'Powód widać przy przesyłkach. Nieudane można powtórzyć, gdy zostanie usunięty.',
    },
    certificate_expiring: {
      title: 'Certyfikat portów nasłuchu MLLP na {machine} wygasa {expires_at}',
      advice:
        'Zainstaluj nowy w MLLP_TLS_CERT i MLLP_TLS_KEY, zostanie odczytany w ciągu minuty: nadawcy odrzucają wygasły.',
    },
    disk_full: {
      title: 'Na dysku bazy danych na {machine} zostało {free_percent} %',
      advice: 'Zrób miejsce: na pełnym dysku nic nie jest zapisywane i żaden komunikat nie jest potwierdzany.',
    },
    audit_unsent: {
      title: '{receiver} nie czyta audytu od {minutes} min',
      advice:
        'Nic nie ginie: wpisy czekają, aż będzie można je wysłać. Sprawdź odbiorcę AUDIT_SYSLOG; dziennik procesu worker mówi, dlaczego się nie udaje.',
    },
    backup_failed: {
      title: 'Kopia zapasowa się nie udała lub jest spóźniona: ostatnia sprawdzona ma {hours} godz.',
      advice:
        'Uruchom npm run wardvoice -- backup, co powie, co jest nie tak. Mówi to też dziennik procesu worker i tabela backups.',
    },
    wal_behind: {
      title: 'Dziennik {machine} nie jest zapisywany od {minutes} min',
      advice:
        'Co zatwierdzono od tego czasu, jest tylko na dysku tej maszyny. Zadbaj, aby w BACKUP_URL dało się zapisywać: npm run wardvoice -- doctor powie, co przeszkadza.',
    },
    wal_unproven: {
      title: 'Zapisanego dziennika {machine} nie udało się odtworzyć na próbę',
      advice:
        'Dopóki próba się nie powiedzie, tylko nocna kopia zapasowa na pewno przywróci dane. npm run wardvoice -- doctor powie, co przeszkadza, a npm run wardvoice -- verify --at latest powtórzy próbę.',
    },
    api_key_expiring: {
      title: 'Klucz API {name} wygasa {expires_at}',
      advice:
        'Od tego dnia wywołania programu, który go używa, będą odrzucane. Nadaj kluczowi późniejszy dzień na ekranie Klucze API albo go unieważnij.',
    },
    webhook_off: {
      title: 'Webhook do {receiver} został wyłączony',
      advice:
        'Odpowiedział 410 (nie istnieje) albo zawiodły wszystkie próby z pięciu dni. Jego dziennik na ekranie Webhooki pokazuje odpowiedzi. Gdy odbiorca zacznie działać, włącz webhook i wyślij ponownie to, co zawiodło.',
    },
    destination_stuck: {
      title: 'Komunikaty do {name} nie są dostarczane',
      advice:
        'Czekają: {waiting}, od {minutes} min. Ekran Cele przekazywania pokazuje ostatnią odpowiedź. Gdy odbiorca zacznie działać, sprawdź połączenie; zatrzymana kolejka rusza po wznowieniu, a to, z czego zrezygnowano, wysyła się ponownie z jej dziennika.',
    },
    destination_certificate_expiring: {
      title: 'Certyfikat okazywany systemowi {name} wygasa {expires_at}',
      advice:
        'Odbiorca wtedy go odrzuci i komunikaty będą czekać. Wprowadź nowy certyfikat z kluczem prywatnym na ekranie Cele przekazywania.',
    },
    audit_broken: {
      title: 'Audyt nie jest taki, jak go zapisano: niezgodne wpisy lub punkty kontrolne: {problems}',
      advice:
        'Pozostaw bazę danych i pliki punktów kontrolnych bez zmian i otwórz ekran Audyt, który wskazuje wpisy. ' +
        'Czy baza została odtworzona z kopii zapasowej albo utracono tajny klucz? docs/operations.md mówi, co robić.',
    },
  },
  alarmNotice: {
    subject: 'Alarm Wardvoice: {title}',
    text: '{title}.\nDotyczy: {place}\n\n{advice}\n\nZobacz go i daj znać, że się nim zajmujesz:\n{link}\n',
    wholeSystem: 'całego systemu',
    senderAtFacility: '{application} ({facility})',
    unknownSender: 'nadawcy',
    channels: { sms: 'SMS', email: 'e-mail', push: 'Push API' },
  },
  digest: {
    subject: 'Do zrobienia w Wardvoice: {count}',
    text:
      'W twojej skrzynce zostało do zrobienia:\n\n{items}\n\nOtwórz skrzynkę:\n{inbox}\n\n' +
      'Ten e-mail przychodzi raz dziennie na twoją prośbę. Zmień to lub wyłącz w Moim koncie:\n{account}\n',
    fresh: '(nowe: {count})',
    kinds: {
      case_opened: 'Sprawy dla ciebie',
      case_escalated: 'Sprawy, których nikt nie przejął',
      case_assigned: 'Sprawy przekazane przez współpracownika',
      case_notify: 'Do wiadomości',
      text_received: 'Teksty napisane w odpowiedzi',
      alarm_opened: 'Alarmy',
      feedback_assigned: 'Odpowiedzi, którymi masz się zająć',
    },
  },
  notices: {
    caseAssigned: {
      subject: 'Masz nową sprawę',
      text: 'Współpracownik przekazał ci sprawę.\n\nPrzeczytaj ją i zanotuj, co robisz:\n{link}\n',
      sms: 'Współpracownik przekazał ci sprawę. {link}',
    },
    feedbackAssigned: {
      subject: 'Odpowiedzi, którymi masz się zająć',
      text: 'Współpracownik prosi, aby zająć się odpowiedziami pacjenta.\n\nPrzeczytaj je:\n{link}\n',
      sms: 'Współpracownik prosi, aby zająć się odpowiedziami pacjenta. {link}',
    },
    textReceived: {
      subject: 'Ktoś odpisał',
      text: 'Ktoś odpisał twojej organizacji.\n\nPrzeczytaj to i odpowiedz, jeśli możesz:\n{link}\n',
      sms: 'Ktoś odpisał twojej organizacji. {link}',
    },
    forInformation: {
      subject: 'Do wiadomości: odpowiedź pacjenta',
      text: 'Odpowiedź pacjenta jest do twojej wiadomości. Sprawa nie została otwarta.\n\nPrzeczytaj ją:\n{link}\n',
      sms: 'Odpowiedź pacjenta jest do twojej wiadomości. {link}',
    },
  },
  caseNotice: {
    patientNeeds: 'Pacjent kogoś potrzebuje',
    answerNeeds: 'Odpowiedź wymaga kogoś',
    why: {
      text: {
        first: 'To, co napisał pacjent, wymaga czyjejś reakcji.',
        unclaimed: 'To, co napisał pacjent, wymaga czyjejś reakcji, a nikt jeszcze tego nie przejął.',
      },
      patientAnswer: {
        first: 'Odpowiedź pacjenta wymaga czyjejś reakcji.',
        unclaimed: 'Odpowiedź pacjenta wymaga czyjejś reakcji, a nikt jej jeszcze nie przejął.',
      },
      answer: {
        first: 'Odpowiedź wymaga czyjejś reakcji.',
        unclaimed: 'Odpowiedź wymaga czyjejś reakcji, a nikt jej jeszcze nie przejął.',
      },
    },
    administratorsTold:
      'Dla tego działu nie ustawiono nikogo, do kogo można dotrzeć, więc powiadomiono administratorów.',
    department: 'Dział: {title}',
    survey: 'Ankieta: {title}',
    kiosk: 'Podana bez nazwiska na kiosku: {title}',
    readIt: 'Przeczytaj i przejmij sprawę, jeśli możesz pomóc:\n{link}',
    smsUnclaimed: ', nikt nie przejął sprawy',
  },
  report: reportInPl,
};
