"""Words that label search boxes, next-page links and forms that must be left alone, by meaning.

They rank what is tried first and forbid what must never be tried; what a site really does is
decided by probing it.
"""

SEARCH = frozenset(
    "search searches query find finder lookup seek keyword keywords terms recherche rechercher chercher suche "
    "suchen suchbegriff finden buscar busca busqueda búsqueda pesquisa pesquisar procurar cerca ricerca zoek "
    "zoeken sök søk søg haku hae szukaj wyszukaj hledat hľadať keresés căutare cautare ara arama paieška "
    "paieska ieškoti ieskoti užklausa uzklausa fraza szukasz szukać otsi otsing meklēt išči пребарај поиск "
    "искать найти пошук търсене αναζήτηση 検索 キーワード 搜索 搜尋 搜寻 检索 檢索 查询 查詢 查寻 查找 关键词 "
    "關鍵詞 关键字 關鍵字 검색 بحث חיפוש ค้นหา cari tìm".split()
)

QUERY_NAMES = frozenset(
    "q query s search searchterm searchtext searchword searchfor searchstring term terms text kw keyword "
    "keywords k w wd word words find p qs qry querytext fulltext search_query search_term searchquery phrase "
    "suche suchwort suchbegriff recherche mot mots buscar busca zoek sok szukaj hledat".split()
)

NARROWING = frozenset(
    "where location city town zip postcode plz ort stadt ville lieu lugar ciudad cidade place region country "
    "from to since until date year month day von bis price min max minimum maximum radius distance page size "
    "limit per author isbn issn number code".split()
)

DANGER = frozenset(
    "delete remove subscribe unsubscribe newsletter order checkout pay payment buy purchase donate register "
    "registration signup join login logon signin logout signout password comment reply contact feedback "
    "upload send submit-comment message invite report vote rate poll account profile unregister löschen "
    "bestellen kaufen bezahlen anmelden abmelden registrieren kommentar kontakt nachricht passwort supprimer "
    "commander acheter payer inscription connexion déconnexion commentaire contacter abonner eliminar borrar "
    "comprar pagar registrarse suscribirse comentario contacto contraseña iniciar apagar excluir assinar "
    "cadastrar entrar comentário contato senha cancellare acquistare pagare iscriviti registrati accedi "
    "commento contatti verwijderen kopen betalen inloggen aanmelden reactie wachtwoord удалить купить "
    "оплатить войти регистрация подписаться комментарий пароль выйти 删除 购买 支付 登录 注册 订阅 评论 密码 "
    "削除 購入 支払い ログイン 登録 購読 コメント パスワード 삭제 구매 결제 로그인 가입 구독 댓글 usuń kup "
    "zapłać zaloguj zarejestruj hasło komentarz sil satın öde giriş kayıt abone yorum şifre".split()
)

SENDING = frozenset("send".split())

NEXT = frozenset(
    "next older ouder oudere ältere antiguas antigas anciens anciennes vecchi starsze weiter nächste naechste "
    "vor suivant suivante suivants siguiente siguientes próxima próximo proxima proximo seguinte successiva "
    "successivo successivi avanti prossima volgende nästa neste næste seuraava następna następny następne "
    "następnej dalej další ďalšie következő următor următoarea sonraki ileri следующая следующий след далее "
    "вперёд вперед наступна напред επόμενη επόμενο 次 次へ 次の 下一页 下一頁 下页 下頁 다음 التالي הבא ถัดไป "
    "berikutnya selanjutnya tiếp sau > >> › » → ▶ ► ⟩ ❯ ⇒ ⟶ more forward".split()
)

PAGE_WORDS = frozenset(
    "page pages results result posts post entries entry items item records hits matches articles documents "
    "list set show load the of more view go to > >> › » → | seite seiten ergebnisse treffer beiträge einträge "
    "artikel résultats página páginas resultados entradas artículos postagens pagina pagine risultati "
    "articoli pagina's resultaten berichten sida sidan side siden sivu strona stronę wyniki wpisy strana "
    "stránka výsledky oldal találat страница страницы результаты записи сторінка sayfa halaman trang ページ "
    "件 页 頁 쪽 페이지".split()
)

PREVIOUS = frozenset(
    "previous prev newer back zurück vorherige précédent précédente anterior precedente vorige terug "
    "föregående forrige edellinen poprzednia poprzednie předchozí előző önceki предыдущая предыдущий пред "
    "назад 前 前へ 上一页 上一頁 이전 < << ‹ « ← ◀".split()
)
