import { reportInEs } from './report/es.ts';
import type { StaffWords } from './staff-words.ts';

export const es: StaffWords = {
  greeting: 'Hola:',
  named: '{name}: {value}',
  account: {
    password_reset: {
      subject: 'Elija una contraseña nueva para Wardvoice',
      lines: [
        'Alguien, esperamos que usted, ha pedido una contraseña nueva. Elíjala aquí en el plazo de una hora:',
        '{link}',
        'Si no fue usted, no haga nada: su contraseña sigue siendo la misma.',
      ],
    },
    registered: {
      subject: 'Su cuenta de Wardvoice',
      lines: [
        'Su cuenta está creada. No verá nada con ella hasta que un administrador de su organización le dé acceso.',
        'Después, inicie sesión aquí:\n{home}/login',
        'Si no pidió una cuenta, avise a su administrador.',
      ],
    },
    already_registered: {
      subject: 'Ya tiene una cuenta de Wardvoice',
      lines: [
        'Alguien, quizá usted, intentó registrarse con esta dirección. Ya tiene una cuenta, y no se ha cambiado nada.',
        'Si no sabe la contraseña, elija otra:\n{home}/forgot-password',
      ],
    },
    confirm_registration: {
      subject: 'Confirme su cuenta de Wardvoice',
      lines: [
        'Alguien, esperamos que usted, ha pedido una cuenta con esta dirección. Elija una contraseña aquí en el plazo de 24 horas:',
        '{link}',
        'Si no fue usted, no haga nada: sin este enlace no hay cuenta.',
      ],
    },
    registration_waiting: {
      subject: 'Alguien espera acceso a Wardvoice',
      lines: [
        'Alguien se ha registrado y ha demostrado que su dirección de correo es suya. No ve nada hasta que se le dé acceso.',
        'Dele acceso, o niéguelo, entre los usuarios:\n{home}/users/index',
      ],
    },
    registration_granted: {
      subject: 'Tiene acceso a Wardvoice',
      lines: ['Un administrador le ha dado acceso.', 'Inicie sesión aquí:\n{home}/login'],
    },
    registration_refused: {
      subject: 'Su cuenta de Wardvoice fue rechazada',
      lines: [
        'Un administrador ha decidido no darle acceso. Su cuenta se ha eliminado.',
        'Si cree que es un error, hable con su administrador.',
      ],
    },
    account_invitation: {
      subject: 'Su invitación a Wardvoice',
      lines: [
        'Un administrador de su organización le ha invitado. Elija una contraseña aquí en el plazo de 7 días:',
        '{link}',
        'Si su organización tiene inicio de sesión único, también puede usarlo, con esta dirección:\n{home}/login',
        'El enlace sirve una sola vez. Si no sabe de qué se trata, no haga nada: sin usted no hay cuenta.',
      ],
    },
    account_made: {
      subject: 'Su cuenta de Wardvoice',
      lines: [
        'Su organización ha creado una cuenta para usted. Elija una contraseña aquí en el plazo de 7 días:',
        '{link}',
        'Después, pida otro enlace, con esta dirección:\n{home}/forgot-password',
      ],
    },
    emergency_sign_in: {
      subject: 'Se usó su contraseña o su llave de acceso de Wardvoice',
      lines: [
        'Alguien, esperamos que usted, acaba de iniciar sesión en su cuenta con su contraseña o una llave de acceso en lugar del inicio de sesión único.',
        'Si no fue usted, inicie sesión con el inicio de sesión único, cierre esa sesión en Mi cuenta y cambie su contraseña:\n{home}/login',
      ],
    },
    two_step_reset: {
      subject: 'Se desactivó su inicio de sesión en dos pasos',
      lines: [
        'Un administrador ha desactivado el inicio de sesión en dos pasos de su cuenta de Wardvoice y ha quitado sus llaves de acceso. Hasta que lo vuelva a activar, basta su contraseña.',
        'Si no lo pidió, avise a su administrador. Vuelva a activarlo en Mi cuenta:\n{home}/account',
      ],
    },
    passkey_added: {
      subject: 'Se añadió una llave de acceso a su cuenta de Wardvoice',
      lines: [
        'Se acaba de añadir una llave de acceso. Quien la tenga puede iniciar sesión en su lugar.',
        'Si no fue usted, quítela en Mi cuenta, cambie su contraseña y avise a su administrador:\n{home}/account',
      ],
    },
    passkey_removed: {
      subject: 'Se quitó una llave de acceso de su cuenta de Wardvoice',
      lines: [
        'Se acaba de quitar una llave de acceso. Ya no sirve para iniciar sesión en su cuenta.',
        'Si no fue usted, cambie su contraseña y avise a su administrador:\n{home}/account',
      ],
    },
    password_changed: {
      subject: 'Se cambió su contraseña de Wardvoice',
      lines: [
        'Se acaba de cambiar su contraseña, y su sesión se cerró en todos los demás sitios.',
        'Si no fue usted, elija otra enseguida y avise a su administrador:\n{home}/forgot-password',
      ],
    },
  },
  alarms: {
    feed_silent: {
      title: 'Ningún mensaje de {sender} desde {last_message_at}',
      advice: 'A esta hora suele haberlos. Pregunte a quien lleva el motor de integración si está conectado.',
    },
    error_rate: {
      title: '{errors} de {messages} mensajes de los últimos {minutes} minutos no se pudieron procesar',
      advice:
        'Abra la lista de errores: están agrupados por causa, y se pueden procesar de nuevo cuando la causa esté resuelta.',
    },
    backlog: {
      title: 'Hay mensajes que esperan a ser procesados desde hace {minutes} minutos',
      advice: 'No se pierde nada. Compruebe si funciona un proceso con el rol worker.',
    },
    overdue_sending: {
      title: '{deliveries} envíos llevan hasta {minutes} minutos de retraso',
      advice: 'Compruebe si funciona un proceso con el rol worker, y qué dice /readyz.',
    },
    gateway_refusing: {
      title: 'La pasarela no aceptó {refused} de {attempted} ({channel}) en los últimos {minutes} minutos',
      advice: 'Los envíos muestran el motivo. Los fallidos se pueden repetir cuando esté resuelto.',
    },
    certificate_expiring: {
      title: 'El certificado de los puertos de escucha MLLP de {machine} caduca el {expires_at}',
      advice:
        'Instale uno nuevo en MLLP_TLS_CERT y MLLP_TLS_KEY, que se lee en menos de un minuto: los emisores rechazan uno caducado.',
    },
    disk_full: {
      title: 'Al disco de la base de datos de {machine} le queda el {free_percent} %',
      advice: 'Haga sitio: con el disco lleno no se guarda nada y no se confirma ningún mensaje.',
    },
    audit_unsent: {
      title: '{receiver} no ha leído la auditoría desde hace {minutes} minutos',
      advice:
        'No se pierde nada: las entradas esperan hasta que se puedan enviar. Compruebe el receptor de AUDIT_SYSLOG; el registro del worker dice por qué falla.',
    },
    backup_failed: {
      title: 'La copia de seguridad falló o se retrasa: la última comprobada tiene {hours} horas',
      advice:
        'Ejecute npm run wardvoice -- backup, que dice qué falla. También lo dicen el registro del worker y la tabla backups.',
    },
    wal_behind: {
      title: 'El registro de {machine} no se guarda desde hace {minutes} minutos',
      advice:
        'Lo confirmado desde entonces está solo en el disco de esta máquina. Procure que se pueda escribir en BACKUP_URL: npm run wardvoice -- doctor dice qué lo impide.',
    },
    wal_unproven: {
      title: 'El registro guardado de {machine} no se pudo restaurar en la prueba',
      advice:
        'Hasta que una prueba salga bien, solo la copia de seguridad nocturna garantiza recuperar los datos. npm run wardvoice -- doctor dice qué lo impide, y npm run wardvoice -- verify --at latest repite la prueba.',
    },
    api_key_expiring: {
      title: 'La clave de API {name} caduca el {expires_at}',
      advice:
        'Desde entonces se rechazan las llamadas del programa que la usa. Dé a la clave un día posterior en la pantalla Claves de API, o revóquela.',
    },
    webhook_off: {
      title: 'El webhook hacia {receiver} se ha desactivado',
      advice:
        'Respondió 410 (ya no existe), o todos los intentos de cinco días han fallado. Su registro en la pantalla Webhooks muestra las respuestas. Cuando el receptor funcione, active el webhook y reenvíe lo que falló.',
    },
    destination_stuck: {
      title: 'Los mensajes hacia {name} no se entregan',
      advice:
        '{waiting} esperan, desde hace {minutes} minutos. La pantalla Destinos muestra la última respuesta. Cuando el receptor funcione, pruebe la conexión; una cola detenida continúa cuando la reanuda, y lo abandonado se reenvía desde su registro.',
    },
    destination_certificate_expiring: {
      title: 'El certificado que se muestra a {name} caduca el {expires_at}',
      advice:
        'El receptor lo rechazará y los mensajes esperarán. Introduzca un certificado nuevo con su clave privada en la pantalla Destinos.',
    },
    audit_broken: {
      title: 'La auditoría no está como se escribió: {problems} entradas o puntos de control no concuerdan',
      advice:
        'Conserve la base de datos y los archivos de puntos de control tal como están, y abra la pantalla Auditoría, que nombra las entradas. ' +
        '¿Se restauró la base de una copia de seguridad, o se perdió la clave secreta? docs/operations.md dice qué hacer.',
    },
  },
  alarmNotice: {
    subject: 'Alarma: {title}',
    text: '{title}.\nSe trata de: {place}\n\n{advice}\n\nVéala, y diga que se ocupa:\n{link}\n',
    wholeSystem: 'todo el sistema',
    senderAtFacility: '{application} ({facility})',
    unknownSender: 'un emisor',
    channels: { sms: 'SMS', email: 'correo', push: 'Push API' },
  },
  digest: {
    subject: 'Por hacer en Wardvoice: {count}',
    text:
      'En su bandeja de entrada queda por hacer:\n\n{items}\n\nAbra su bandeja de entrada:\n{inbox}\n\n' +
      'Pidió este correo una vez al día. Cámbielo, o deje de recibirlo, en Mi cuenta:\n{account}\n',
    fresh: '(nuevo: {count})',
    kinds: {
      case_opened: 'Casos para usted',
      case_escalated: 'Casos que nadie había asumido',
      case_assigned: 'Casos que le dio un colega',
      case_notify: 'Para su información',
      text_received: 'Textos recibidos como respuesta',
      alarm_opened: 'Alarmas',
      feedback_assigned: 'Respuestas de las que ocuparse',
    },
  },
  notices: {
    caseAssigned: {
      subject: 'Ahora tiene usted un caso',
      text: 'Un colega le ha dado un caso.\n\nLéalo, y anote lo que hace:\n{link}\n',
      sms: 'Un colega le ha dado un caso. {link}',
    },
    feedbackAssigned: {
      subject: 'Respuestas de las que ocuparse',
      text: 'Un colega le pide que se ocupe de las respuestas de un paciente.\n\nLéalas:\n{link}\n',
      sms: 'Un colega le pide que se ocupe de las respuestas de un paciente. {link}',
    },
    textReceived: {
      subject: 'Alguien ha respondido',
      text: 'Alguien ha escrito en respuesta a su organización.\n\nLéalo, y conteste si puede:\n{link}\n',
      sms: 'Alguien ha escrito en respuesta a su organización. {link}',
    },
    forInformation: {
      subject: 'Para su información: una respuesta de un paciente',
      text: 'Una respuesta de un paciente es para su información. No se abrió ningún caso.\n\nLéala:\n{link}\n',
      sms: 'Una respuesta de un paciente es para su información. {link}',
    },
  },
  caseNotice: {
    patientNeeds: 'Un paciente necesita a alguien',
    answerNeeds: 'Una respuesta necesita a alguien',
    why: {
      text: {
        first: 'Lo que escribió un paciente necesita a alguien.',
        unclaimed: 'Lo que escribió un paciente necesita a alguien, y nadie lo ha asumido todavía.',
      },
      patientAnswer: {
        first: 'La respuesta de un paciente necesita a alguien.',
        unclaimed: 'La respuesta de un paciente necesita a alguien, y nadie la ha asumido todavía.',
      },
      answer: {
        first: 'Una respuesta necesita a alguien.',
        unclaimed: 'Una respuesta necesita a alguien, y nadie la ha asumido todavía.',
      },
    },
    administratorsTold:
      'No había nadie localizable previsto para este departamento, así que se avisó a los administradores.',
    department: 'Departamento: {title}',
    survey: 'Encuesta: {title}',
    kiosk: 'Dada sin nombre en el quiosco: {title}',
    readIt: 'Léalo, y asuma el caso si puede ayudar:\n{link}',
    smsUnclaimed: ', nadie lo ha asumido',
  },
  report: reportInEs,
};
